import { expect, test } from "vitest";
import { countable, pieces } from "./signs";

const drawn = (game: string, price: string) => pieces(game, price).map(({ sign, count, rest }) => [sign?.shape ?? "", count, rest]);

test("a price is drawn in the signs of its game", () => {
  expect(drawn("bluebox", "1 AP, 2 EP")).toEqual([["lozenge", 1, ""], ["disc", 2, ""]]);
  expect(drawn("cloudbreaker", "Major, 3 MP")).toEqual([["lozenge", 1, ""], ["", 0, "3 MP"]]);
  expect(drawn("navyblue", "2 MP and 1 lost, running")).toEqual([["open", 2, "and 1 lost"], ["", 0, "running"]]);
  expect(drawn("vitality", "Effort 1 of 3")).toEqual([["effort", 1, "1 of 3"]]);
  expect(drawn("cloudbreaker", "minor (the Major turned into minor)")).toEqual([["open", 1, "(the Major turned into minor)"]]);
});

test("what no sign stands for is said in words", () => {
  expect(drawn("bluebox", "up to 5 m")).toEqual([["", 0, "up to 5 m"]]);
  expect(drawn("bluebox", "free, 1 EP")).toEqual([["", 0, "free"], ["disc", 1, ""]]);
  expect(drawn("bluebox", "0 AP")).toEqual([["", 0, "0 AP"]]);
  expect(drawn("crawl", "")).toEqual([]);
});

test("what is left to spend is read the same way", () => {
  expect(drawn("bluebox", "2 AP, 5 m, Reaction")).toEqual([["lozenge", 2, ""], ["", 0, "5 m"], ["turn", 1, ""]]);
  expect(drawn("vitality", "Primary Action, 8 spaces, 2 Reactions")).toEqual([["panel", 1, ""], ["", 0, "8 spaces"], ["turn", 2, ""]]);
  expect(drawn("navyblue", "2 Actions, 3 MP, running after 2 MP of Move")).toEqual([["lozenge", 2, ""], ["open", 3, ""], ["", 0, "running after 2 MP of Move"]]);
});

test("things are counted up to ten, slots a little further", () => {
  expect(countable({ shape: "disc", tone: "ember" }, 10)).toBe(true);
  expect(countable({ shape: "disc", tone: "ember" }, 11)).toBe(false);
  expect(countable({ shape: "slot", tone: "ally" }, 14)).toBe(true);
});
