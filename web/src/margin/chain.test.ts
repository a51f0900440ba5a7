import { expect, test } from "vitest";
import { arcsOf, middlesOf } from "./chain";

const die = (brings: boolean, brought = 0) => ({ brings, brought });

test("each six is joined with the die that it brought, and that one's six with the next", () => {
  expect(arcsOf([die(true), die(false), die(true), die(true, 1), die(false, 1), die(false, 2)])).toEqual([
    { from: 0, to: 3 },
    { from: 2, to: 4 },
    { from: 3, to: 5 },
  ]);
  expect(arcsOf([die(false), die(false)])).toEqual([]);
});

test("a chain that does not fit into one row has no arcs", () => {
  expect(middlesOf([20, 40], 5)).toEqual([10, 45]);
  expect(middlesOf(Array(12).fill(40), 5)).toEqual([]);
});
