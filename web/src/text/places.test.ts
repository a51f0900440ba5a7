import { expect, test } from "vitest";
import causeway from "../board/gallery/fixtures/bluebox-broken_causeway_raid.json";
import choir from "../board/gallery/fixtures/cloudbreaker-the_fog_choir.json";
import type { Board } from "../board/aimed";
import type { Document } from "../protocol/types";
import { placeName, placeTyped, rangesOf } from "./places";

const hexes = causeway as unknown as Document;
const zones = choir as unknown as Document;

test("cells side by side are one range", () => {
  expect(rangesOf([[4, 3], [2, 3], [3, 3], [9, 1], [4, 4]])).toBe("9,1; 2,3 to 4,3; 4,4");
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
