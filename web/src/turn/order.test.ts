import { expect, test } from "vitest";
import { turnsOf } from "./order";

const ORDER = ["pip", "colossus", "marrow", "colossus"];
const states = (of: string, acted: string[]) => turnsOf(ORDER, { of, round: 1, order: ORDER, acted, counts: {}, before: "" }, (who) => who === of).map(({ state }) => state);

test("who stands twice in the order has two turns, each with a place of its own", () => {
  expect(new Set(turnsOf(ORDER, null, () => false).map(({ key }) => key)).size).toBe(4);
  expect(states("pip", ["pip"])).toEqual(["acting", "yet", "yet", "yet"]);
  expect(states("colossus", ["pip", "colossus"])).toEqual(["acted", "acting", "yet", "yet"]);
  expect(states("marrow", ["pip", "colossus", "marrow"])).toEqual(["acted", "acted", "acting", "yet"]);
  expect(states("colossus", ["pip", "colossus", "marrow", "colossus"])).toEqual(["acted", "acted", "acted", "acting"]);
});

test("who is about to act has not acted", () => {
  expect(states("pip", [])).toEqual(["acting", "yet", "yet", "yet"]);
});
