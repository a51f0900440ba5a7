import { expect, test } from "vitest";
import type { ChoiceGiven, StepShown } from "../../protocol/types";
import { taken, without } from "./choices";

const CHOSEN: ChoiceGiven[] = [
  { step: "points", choice: [60] },
  { step: "aspect 1", choice: "slash" },
  { step: "aspect 2", choice: "proficiency" },
  { step: "aspect 2 choice", choice: "sword" },
  { step: "aspect 3", choice: "fit" },
  { step: "aspect 4", choice: "" },
  { step: "items", choice: [] },
];
const open = (name: string, row = true) => ({ name, row, choice: CHOSEN.find(({ step }) => step === name)?.choice ?? null }) as StepShown;
const told = (chosen: readonly ChoiceGiven[]) => chosen.map(({ step, choice }) => `${step}: ${String(choice)}`);

test("what is given back of a row leaves no gap, takes along what came with it and opens the row again", () => {
  expect(told(without(CHOSEN, "aspect 2"))).toEqual(["points: 60", "aspect 1: slash", "aspect 2: fit", "items: "]);
  expect(told(without(CHOSEN, "items"))).toEqual(told(CHOSEN.slice(0, -1)));
});

test("what is taken in place of one of a row comes after the others, by which it may be allowed", () => {
  const { chosen, at } = taken(CHOSEN, open("aspect 1"), { choice: "frantic" });
  expect(at).toBe("aspect 3");
  expect(told(chosen)).toEqual(["points: 60", "aspect 1: proficiency", "aspect 1 choice: sword", "aspect 2: fit", "items: ", "aspect 3: frantic"]);
});

test("one more of a row takes the place of its end, and any other choice its own", () => {
  expect(told(taken(CHOSEN, open("aspect 4"), { choice: "frantic" }).chosen)[5]).toBe("aspect 4: frantic");
  expect(told(taken(CHOSEN, open("points", false), { choice: [30] }).chosen)[0]).toBe("points: 30");
});
