import { expect, test } from "vitest";
import type { ConditionShown } from "../protocol/types";
import { sealsOf } from "./seals";

const there = ["Blinded", "Deafened", "Fear", "Grappled", "Prone", "Sick", "Silenced", "Stunned"].map((name) => ({ value: name, words: name.toLowerCase() }));
const held = [{ name: "Stunned", words: "Stunned", look: "dazed", source: "", until: "until its turn" }] as ConditionShown[];

test("the same few stand in their places, with all that hold after them", () => {
  const shown = sealsOf(there, held, "");
  expect(shown.map((one) => one.words)).toEqual(["Blinded", "Deafened", "Fear", "Grappled", "Prone", "Sick", "Stunned"]);
  expect(shown.filter((one) => one.on).map((one) => one.told)).toEqual(["Stunned, until its turn"]);
});

test("typing finds others, those first that begin so", () => {
  expect(sealsOf(there, [], "s").map((one) => one.words)).toEqual(["Sick", "Silenced", "Stunned"]);
  expect(sealsOf(there, [], "ED").map((one) => one.words)).toEqual(["Blinded", "Deafened", "Grappled", "Silenced", "Stunned"]);
  expect(sealsOf(there, [], "xyz")).toEqual([]);
});
