import { expect, test } from "vitest";
import type { ThrowsTold } from "../../protocol/types";
import { columnsOf, flagsOf } from "./throws";

const totals = [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1].map((many, at) => ({ total: at + 5, many, result: 0 })).reverse();
const throws = (...marks: [string, number][]): ThrowsTold => ({ totals, marks: marks.map(([words, at]) => ({ words, at })), results: [], bonus: 3 });

test("every throw stands over its total, in order", () => {
  expect(columnsOf(throws()).map(({ total }) => total)).toEqual([5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]);
});

test("a flag stands before the first total that reaches its threshold, and never over another", () => {
  expect(flagsOf(throws(["I", 4], ["II", 8], ["III", 9])).map(({ at, row }) => [at, row])).toEqual([[0, 0], [3, 0], [4, 1]]);
  expect(flagsOf(throws(["III", 20]))[0]!.at).toBe(11); // no throw reaches it
});
