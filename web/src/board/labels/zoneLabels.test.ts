import { expect, test } from "vitest";
import { meets } from "../lay/arrange";
import { someZones } from "../lay/someZones";
import { pricesIn, zoneLabels } from "./zoneLabels";
import { layZones } from "../lay/zones";

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
