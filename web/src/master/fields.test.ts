import { expect, test } from "vitest";
import type { FieldTold } from "../protocol/types";
import { found, headed } from "./fields";

const field = (words: string, heading: string, text = ""): FieldTold => ({
  name: words, words, text, heading, unit: "", usual: !heading, kind: "number", value: 1, values: [], things: null, lines: [], unset: null, can_unset: false,
});
const all = [field("HP", ""), field("Place", ""), field("AP left", "This turn"), field("Exhaustion", "", "Takes HP at rest."), field("Moves left", "This turn")];
const names = (fields: FieldTold[]) => fields.map((one) => one.name);

test("fields stand under their headings in the order in which they are told", () => {
  expect(headed(all).map(([heading, fields]) => [heading, names(fields)])).toEqual([
    ["", ["HP", "Place", "Exhaustion"]],
    ["This turn", ["AP left", "Moves left"]],
  ]);
});

test("who seeks a field finds those that are called so first, and then those that speak of it", () => {
  expect(names(found(all, " hp"))).toEqual(["HP", "Exhaustion"]);
  expect(names(found(all, "this TURN"))).toEqual(["AP left", "Moves left"]);
  expect(found(all, "Armor")).toEqual([]);
});
