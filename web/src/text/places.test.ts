import { expect, test } from "vitest";
import causeway from "../board/fixtures/bluebox-broken_causeway_raid.json";
import choir from "../board/fixtures/cloudbreaker-the_fog_choir.json";
import type { Board } from "../board/aimed";
import type { BeingShown, Document } from "../protocol/types";
import { compass, farFrom, layOf, placeName, placeTyped, rangesOf } from "./places";

const hexes = causeway as unknown as Document;
const zones = choir as unknown as Document;

test("cells side by side are one range", () => {
  expect(rangesOf([[4, 3], [2, 3], [3, 3], [9, 1], [4, 4]])).toBe("9,1; 2,3 to 4,3; 4,4");
});

test("directions are those of the map", () => {
  expect([compass(1, 0), compass(0, 1), compass(-1, -1), compass(0, -1)]).toEqual(["east", "south", "north-west", "north"]);
});

test("distance and direction from one to another on cells", () => {
  const board = hexes.board as Board;
  const at = (q: number, r: number) => ({ at: [q, r], cells: [[q, r]] }) as unknown as BeingShown;
  expect(farFrom(board, layOf(board, "bluebox"), at(2, 3), at(5, 3))).toBe("3 cells, 3 m east");
  expect(farFrom(board, layOf(board, "bluebox"), at(2, 3), at(2, 3))).toBe("here");
});

test("zones are counted by the ways between them", () => {
  const board = zones.board as Extract<Board, { kind: "zones" }>;
  const [one, other] = board.joins[0]!;
  const at = (zone: string) => ({ at: zone, cells: [zone] }) as unknown as BeingShown;
  const lay = layOf(board, "cloudbreaker");
  expect(farFrom(board, lay, at(one), at(other))).toBe("1 zone away");
  expect(farFrom(board, lay, at(one), at(one))).toBe("the same zone");
});

test("what somebody types is a place of the board, or none", () => {
  const board = hexes.board as Board;
  const [q, r] = (board as Extract<Board, { kind: "hexes" }>).cells[0]!;
  expect(placeTyped(board, `${q}, ${r}`)).toEqual([q, r]);
  expect(placeTyped(board, "999,999")).toBeNull();
  const map = zones.board as Extract<Board, { kind: "zones" }>;
  const [id, zone] = Object.entries(map.zones)[0]!;
  expect(placeTyped(map, zone.name.toUpperCase())).toBe(id);
  expect(placeName(map, id)).toBe(zone.name);
  expect(placeTyped(map, "")).toBeNull();
});
