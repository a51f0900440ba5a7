import { expect, test } from "vitest";
import type { Board, CellBoard, Place } from "../board/aimed";
import type { Document } from "../protocol/types";
import { groundOf, heightName, notThere, outOfReach, patchesOf, placeName, placeTyped, sizeOf, stepName } from "./places";

const fixtures = import.meta.glob<Document>("../board/gallery/fixtures/*.json", { eager: true, import: "default" });
const documents = Object.entries(fixtures);
const hexes = documents.find(([path]) => path.includes("broken_causeway_raid"))![1];
const zones = documents.find(([path]) => path.includes("the_fog_choir"))![1];
const NOT_READ = /(?<![\d.])-?\d+,-?\d+|\b[a-z]+[0-9]*(?:_[a-z0-9]+)+\b|undefined|null|NaN|\[object/;

test.each(documents)("no word of the text view is a coordinate or an id: %s", (_, { board, beings }) => {
  if (!board) return;
  const places: Place[] = board.kind === "zones" ? Object.keys(board.zones) : board.cells;
  const [who = ""] = Object.keys(beings);
  const said = [
    ...Object.entries(beings).map(([id, being]) => placeName(board, beings, being.at as Place | null, id)),
    ...places.flatMap((place) => [placeName(board, beings, place), placeName(board, {}, place), stepName(board, beings, who, place)]),
    ...(board.kind === "zones" ? [] : groundOf(board, beings).flat()),
  ];
  expect(said.length).toBeGreaterThan(0);
  expect(said.filter((words) => !words.trim() || NOT_READ.test(words))).toEqual([]);
});

const board = { kind: "hexes", metres: 1, heights_in: "m", cells: [[3, 4], [4, 4], [5, 4], [6, 4], [7, 4], [4, 3], [5, 3], [4, 2], [9, 9]] } as unknown as CellBoard;
const beings = { ann: { name: "Ann", cells: [[4, 4]], at: [4, 4] }, ben: { name: "Ben", cells: [[7, 4]], at: [7, 4] } } as unknown as Document["beings"];

test("a board is as wide as its longest row, however its hexes are slanted", () => {
  const slanted = [[0, 0], [1, 0], [2, 0], [-1, 1], [0, 1], [1, 1], [-1, 2], [0, 2], [1, 2]];
  expect(sizeOf({ ...board, cells: slanted } as unknown as CellBoard)).toEqual({ wide: 3, high: 3 });
});

test("somebody is told by the others, a step by the way and whom it leads to, a place alone by its part of the board", () => {
  expect(placeName(board, beings, [4, 4], "ann")).toBe("3 m west of Ben");
  expect(stepName(board, beings, "ann", [6, 4])).toBe("2 m east, just west of Ben");
  expect(placeName(board, {}, [9, 9])).toBe("in the south-east of the board");
});

test("cells that touch are one patch, and those near somebody come first", () => {
  expect(patchesOf(board, beings, [[9, 9], [4, 3], [4, 2]])).toBe("2 hexes, the nearest just north-west of Ann; 7 m east-south-east of Ben");
});

test("how far and which way is a place too, from where one stands; by metres, cells or somebody to go to", () => {
  const by = { who: "ann", reach: [[5, 4], [5, 3]] as Place[] };
  expect(placeTyped(board, beings, "2 m east", by)).toEqual([6, 4]);
  expect(placeTyped(board, beings, "2 hexes e", by)).toEqual([6, 4]);
  expect(placeTyped({ ...board, metres: 2 }, beings, "4 m east", by)).toEqual([6, 4]);
  expect(placeTyped({ ...board, metres: 2 }, beings, "2 hexes east", by)).toEqual([6, 4]);
  expect(placeTyped(board, beings, "1 hex north-west", by)).toEqual([4, 3]);
  expect(placeTyped(board, beings, "toward Ben", by)).toEqual([5, 4]);
  expect(placeTyped(board, beings, "6 m east", by)).toBeNull(); // not on the board
  expect(placeTyped(board, beings, "anywhere", by)).toBeNull();
  expect(notThere(board, beings, "anywhere", "ann")).toMatch(/6 m east.*next to Ben/);
});

test("of a place out of reach it is told how near one can get", () => {
  const by = { who: "ann", reach: [[5, 4], [5, 3]] as Place[] };
  expect(outOfReach(board, beings, [6, 4], by)).toBe("Out of reach. As near as you can get: 1 m east, 2 m west of Ben.");
  expect(outOfReach(board, beings, [3, 4], by)).toBe("Out of reach. As near as you can get: here, 3 m west of Ben.");
  expect(outOfReach(board, beings, [5, 4], by)).toBe("");
  expect(outOfReach(zones.board as Board, zones.beings, "anywhere", by)).toBe("");
});

test("the nearest that has a name tells where somebody is, if it is called like nothing else, and how high", () => {
  const crate = { words: "crate", notes: [] };
  const furnished = { ...board, features: [{ ...crate, at: [5, 4] }], heights: [[4, 4, 3]] } as unknown as CellBoard;
  expect(placeName(furnished, beings, [4, 4], "ann")).toBe("just west of the crate");
  expect(placeName({ ...furnished, features: [...furnished.features, { ...crate, at: [9, 9] }] } as unknown as CellBoard, beings, [4, 4], "ann")).toBe("3 m west of Ben");
  expect(heightName(furnished, { at: [4, 4], height: 0 } as never)).toBe("3 m up");
  expect(heightName(furnished, { at: [4, 4], height: 2 } as never)).toBe("3 m up, 2 m up in the air");
  expect(heightName(furnished, { at: [7, 4], height: 0 } as never)).toBe("");
});

test("what somebody types is a place of the board, or none", () => {
  expect(placeTyped(board, beings, "2 m east of Ann")).toEqual([6, 4]);
  expect(placeTyped(board, beings, "next to ben")).toEqual([6, 4]);
  expect(placeTyped(board, beings, "just north-west of Ann")).toEqual([4, 3]);
  expect(placeTyped(board, beings, "5,4")).toBeNull();
  expect(placeTyped(hexes.board as Board, hexes.beings, "nowhere")).toBeNull();
  const map = zones.board as Extract<Board, { kind: "zones" }>;
  const [id, zone] = Object.entries(map.zones)[0]!;
  expect(placeTyped(map, {}, zone.name.toUpperCase())).toBe(id);
  expect(placeName(map, {}, id)).toBe(zone.name);
  expect(placeTyped(map, {}, "")).toBeNull();
});
