import { expect, test } from "vitest";
import type { Document } from "../protocol/types";
import { near } from "./near";

type Board = NonNullable<Document["board"]>;

const cells = Array.from({ length: 20 * 20 }, (_, i) => [i % 20, Math.floor(i / 20)]);
const board = { kind: "hexes", cells, heights: [[1, 1, 3], [15, 15, 2]], walls: [], wall_edges: [], cover_edges: [[[1, 1], [2, 1]], [[15, 15], [16, 15]]], terrain: [{ name: "water", words: "water", cells: [[15, 15]] }], dangers: [], features: [], things: [], metres: 1 } as unknown as Board;
const at = (...place: number[]) => ({ one: { cells: [place] } }) as unknown as Document["beings"];

test("what is far from everybody, at any moment, is left out", () => {
  const shown = near(board, [at(1, 1), at(3, 1)]);
  if (shown.kind === "zones") throw new Error("expected cells");
  expect(shown.cells.length).toBeLessThan(40);
  expect(shown.cells).toContainEqual([5, 1]);
  expect(shown.heights).toEqual([[1, 1, 3]]);
  expect(shown.cover_edges).toEqual([[[1, 1], [2, 1]]]);
  expect(shown.terrain).toEqual([]);
});

test("a board without anybody on it is shown whole", () => {
  expect(near(board, [{}])).toBe(board);
});
