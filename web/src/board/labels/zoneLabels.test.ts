import { expect, test } from "vitest";
import { meets } from "../lay/arrange";
import { someZones } from "../lay/someZones";
import { perilSigns, pricesIn, toldAt, zoneLabels } from "./zoneLabels";
import { isZoneLay, layZones } from "../lay/zones";

const board = someZones(["Camp", "Shrine"], [["camp", "shrine"]]);

test("the name of an island gives way to the names of who stands there, and takes along what is beside it", () => {
  const lay = layZones(board, "cloudbreaker", 1.75);
  const { label } = lay.spots["camp"]!;
  const name = { x: label.x - 30, y: label.y - 12, width: 60, height: 14 };
  const found = zoneLabels(board, lay, 1, [name]);
  expect(meets(name, { x: label.x - 20, y: found["camp"]!.y - 16, width: 40, height: 19 })).toBe(false);
  expect(found["camp"]!.note.y).toBeGreaterThan(lay.spots["camp"]!.note.y);
  expect(found["shrine"]).toMatchObject(lay.spots["shrine"]!.label);
});

test("the name of an island gives way to all who are named there, in several rows", () => {
  const lay = layZones(board, "cloudbreaker", 1.75);
  const { label } = lay.spots["camp"]!;
  const rows = [0, 16, 32].map((y) => ({ x: label.x - 30, y: label.y - 14 + y, width: 60, height: 15 }));
  const name = { x: label.x - 20, y: zoneLabels(board, lay, 1, rows)["camp"]!.y - 16, width: 40, height: 19 };
  expect(rows.filter((row) => meets(row, name))).toEqual([]);
});

test("nothing that is written of islands lies beyond the right edge, or below the name of the next", () => {
  const names = ["Breakwater", "Long landing", "Far breakwater"];
  const sea = someZones([...names, "Ebb", "Flood", "Slack"]);
  for (const [i, id] of ["ebb", "flood", "slack"].entries()) sea.zones[id]!.at = [i, 1];
  const lay = layZones(sea, "cloudbreaker", 2);
  const [row, k] = [names.map((name) => name.toLowerCase()), 2.4];
  const labels = zoneLabels(sea, lay, k, [], Object.fromEntries(row.map((id) => [id, "2 zones"])));
  const ends = [...row.slice(1).map((id) => labels[id]!.x - id.length * 7.5), lay.box.x + lay.box.width];
  expect(row.filter((id, i) => labels[id]!.note.x + 7 * 14 * k * 0.43 > ends[i]!)).toEqual([]);
  const told = "Grey Whisper (1d6 mind damage to MP)";
  const half = (told.length * 14 * k * 0.43) / 2;
  for (const spot of Object.values(lay.spots)) {
    const x = toldAt(told, spot.label, lay, k);
    expect(x - half).toBeGreaterThan(lay.box.x);
    expect(x + half).toBeLessThan(lay.box.x + lay.box.width);
  }
});

test("many words about a way stand in few lines", () => {
  const words = "Gale Gap (bars the way: Athletics 11 or Detect 12; 1d6 + 1 blunt damage)";
  const barred = { ...board, hazards: [{ zones: ["camp", "shrine"], words }] } as typeof board;
  const lay = layZones(barred, "cloudbreaker", 1.75);
  expect(isZoneLay(lay) && perilSigns(barred, lay, 1, [])[0]!.lines.length).toBe(3);
});

test("what a way costs stands at the top of a room where somebody stands at its bottom", () => {
  const lay = layZones(board, "navyblue", 1.75);
  const { note, box } = lay.spots["camp"]!;
  const token = { x: note.x - 40, y: note.y - 30, width: 58, height: 60 };
  expect(zoneLabels(board, lay, 1, [])["camp"]!.note).toEqual(note);
  expect(zoneLabels(board, lay, 1, [token])["camp"]!.note.y).toBeLessThan(box.y + box.height / 2);
});

test("what a way costs covers no words of a door, however long it is", () => {
  const lay = layZones(board, "navyblue", 1.75);
  const { note, box } = lay.spots["camp"]!;
  const token = { x: note.x - 40, y: note.y - 30, width: 58, height: 60 };
  const door = { x: note.x - 120, y: box.y + 10, width: 60, height: 28 }; // a short price would stand beside it
  const prices = pricesIn([{ at: "camp", price: [{ words: "1 MP and 1 lost", sign: null, count: 1 }] } as never]);
  expect(prices).toEqual({ camp: "1 MP and 1 lost" });
  const { x, y } = zoneLabels(board, lay, 1, [token, door], prices)["camp"]!.note;
  expect([token, door].filter((other) => meets(other, { x: x - 110, y: y - 10, width: 110, height: 14 }))).toEqual([]);
});
