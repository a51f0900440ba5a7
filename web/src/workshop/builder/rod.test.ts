import { expect, test } from "vitest";
import { rodOf, ticksOf } from "./rod";

const budget = { name: "Aspect points", unit: "AP", total: 60, spent: [{ name: "Fit", amount: 1, step: "aspect 1" }, { name: "Slash", amount: 5, step: "aspect 2" }], free: 54 };

test("what was spent lies in pieces from the left, each named where its name has room", () => {
  const { pieces, free, candidate } = rodOf(budget, null, "", 766);
  expect(pieces.map(({ name, from, to, named }) => [name, from * 60, to * 60, named])).toEqual([
    ["Fit", 0, 1, false],
    ["Slash", 1, 6, true],
  ]);
  expect(candidate).toBeNull();
  expect([free.from * 60, free.amount]).toEqual([6, 54]);
});

test("the candidate lies behind what was spent, and what would be left behind it", () => {
  const then = { ...budget, spent: [...budget.spent, { name: "Lurker", amount: 9, step: "aspect 3" }], free: 45 };
  const { candidate, free, back } = rodOf(budget, then, "Lurker", 766);
  expect([candidate!.from * 60, candidate!.to * 60, candidate!.named]).toEqual([6, 15, true]);
  expect([free.amount, back]).toEqual([45, 0]);
});

test("what would be given back is no candidate", () => {
  const then = { ...budget, spent: budget.spent.slice(0, 1), free: 59 };
  const { candidate, back } = rodOf(budget, then, "Slash", 766);
  expect([candidate, back]).toEqual([null, 5]);
});

test("where more is spent than there is, the rod is as long as what was spent", () => {
  expect(rodOf({ ...budget, total: 4, free: -2 }, null, "", 766).length).toBe(6);
});

test("ticks are round numbers, and never many", () => {
  expect(ticksOf(60)).toEqual([0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60]);
  expect(ticksOf(3)).toEqual([0, 1, 2, 3]);
  expect(ticksOf(2000).length).toBeLessThanOrEqual(14);
});
