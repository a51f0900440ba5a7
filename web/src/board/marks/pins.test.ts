import { expect, test } from "vitest";
import type { Document } from "../../protocol/types";
import type { Place } from "../aimed";
import type { Lay } from "../lay/lay";
import { pinAt, pinsAt, pinsOf, placedPins } from "./pins";

const lay = { unit: 60, has: (at: Place) => at !== "gone", centre: () => ({ x: 100, y: 100 }) } as unknown as Lay;
const note = (title: string, whose: string) => ({ title, text: "", whose, owner: "ann" });
const doc = { notes: { a: note("A trap", "shared"), b: note("Mine", "own") }, pins: { a: [2, 2], b: [2, 2], c: [3, 3] } } as unknown as Document;

test("signs of one place stand beside each other, and are found where they are drawn", () => {
  const pins = pinsOf(doc);
  expect(pins.map(({ id, alone }) => [id, alone])).toEqual([
    ["a", false],
    ["b", true],
  ]);
  const [first, second] = placedPins(pins, lay).map(({ spot }) => spot);
  expect(first!.x).toBeGreaterThan(second!.x);
  expect(pinAt(pins, lay, second!, 1)).toBe("b");
  expect(pinAt(pins, lay, { x: 100, y: 100 }, 1)).toBe("");
  expect(pinsAt(pins, [2, 2]).map(({ title }) => title)).toEqual(["A trap", "Mine"]);
  expect(pinsAt(pins, null)).toEqual([]);
});

test("a place that is not there has no sign", () => {
  expect(placedPins([{ id: "a", title: "A trap", at: "gone", alone: false }], lay)).toEqual([]);
});
