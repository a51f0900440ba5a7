import { expect, test } from "vitest";
import type { Beings, CellBoard } from "../aimed";
import { whereIs } from "./where";

const board = { kind: "hexes", metres: 2, heights_in: "m" } as CellBoard;
const beings = { ann: { name: "Ann", cells: [[4, 4]] }, ben: { name: "Ben", cells: [[6, 4]] } } as unknown as Beings;

test.each([
  [[4, 4], "where Ann is"],
  [[5, 4], "between Ann and Ben"],
  [[4, 3], "just north-west of Ann"],
  [[5, 3], "just north-east of Ann"],
  [[4, 1], "6 m north-west of Ann"],
  [[0, 8], "8 m south-west of Ann"],
] as [[number, number], string][])("a cell is called by who is around it: %s", (cell, words) => {
  expect(whereIs(board, beings, cell)).toBe(words);
});

test("games that count spaces say so, and where nobody is nothing is said", () => {
  expect(whereIs({ ...board, kind: "squares", heights_in: "space" } as CellBoard, beings, [4, 1])).toBe("3 spaces north of Ann");
  expect(whereIs(board, {}, [1, 1])).toBe("");
});
