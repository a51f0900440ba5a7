import { expect, test } from "vitest";
import { chanceOf, fraction } from "./chance";
import { tabled } from "./odds";
import { shares } from "./shares";

test("an exact chance is read as one", () => {
  expect(chanceOf("3/5")).toBeCloseTo(0.6);
  expect(chanceOf("1")).toBe(1);
  expect(fraction("633/4096")).toBe("633 in 4096");
  expect(fraction("1/123456789")).toBe("");
});

test("the parts of a price fill their bar, each by its share; what gives back is no part of it", () => {
  const parts = [{ name: "a", amount: 6, was: null }, { name: "b", amount: 2, was: 2 }, { name: "c", amount: -3, was: null }];
  expect(shares(parts).map(({ name, share }) => [name, share])).toEqual([["a", 0.75], ["b", 0.25]]);
  expect(shares([])).toEqual([]);
});

test("the odds of several deeds stand in one table, the commonest of what may happen in columns", () => {
  const deed = (name: string, ...words: string[]) => ({ name, number: null, chances: words.map((one) => ({ words: one, chance: "1/2", was: null })) });
  const table = tabled([deed("Slash", "hit", "critical"), deed("Shoot", "hit", "pinned", "critical", "lost", "found")]);
  expect(table.columns).toEqual(["hit", "critical", "pinned", "lost"]);
  expect(table.rows[0]?.cells.map((cell) => cell?.words ?? null)).toEqual(["hit", "critical", null, null]);
});
