import { expect, test } from "vitest";
import { chanceOf, fraction } from "./chance";
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
