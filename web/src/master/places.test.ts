import { expect, test } from "vitest";
import type { Document } from "../protocol/types";
import { placeOf } from "./places";

const board = { kind: "hexes", cells: [[0, 0], [1, 0]] } as unknown as Document["board"];

test("a place that is typed is one of the board, or none", () => {
  expect(placeOf(board, "1, 0")).toEqual([1, 0]);
  expect(placeOf(board, "")).toBeNull();
  for (const wrong of ["9, 9", "1", "1 0 0", "x, y", "0.5, 0"]) expect(placeOf(board, wrong)).toBe("off");
});
