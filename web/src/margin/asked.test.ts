import { expect, test } from "vitest";
import type { Asked, Document } from "../protocol/types";
import { aimedAt, answerAt, askedOnBoard, pointed } from "./asked.svelte";

const question = {
  key: "1",
  domain: { kind: "one" },
  choices: [
    { value: [3, 4], words: "", about: "" },
    { value: [[3, 5], [3, 6]], words: "", about: "" },
    { value: "tahra", words: "", about: "" },
    { value: "no", words: "", about: "" },
  ],
} as unknown as Asked;
const doc = { question, waiting: { seats: ["ben"] }, you: { seat: "ben" }, beings: { tahra: {} }, board: { kind: "hexes" } } as unknown as Document;

test("answers that are places or beings light up for who is asked", () => {
  expect(askedOnBoard(doc)).toBe(question);
  expect(aimedAt(doc, question)).toEqual({ may: ["tahra"], places: [[3, 4], [3, 6]], area: null });
  expect(askedOnBoard({ ...doc, you: { seat: "gm" } } as unknown as Document)).toBeNull();
});

test("the one that is pointed at in the margin is shown", () => {
  pointed.value = [3, 4];
  expect(aimedAt(doc, question).area).toEqual({ places: [[3, 4]] });
  pointed.value = undefined;
});

test("a click on the board gives the answer that it means", () => {
  expect(answerAt(question, { place: [3, 6], being: null })).toBe(question.choices[1]);
  expect(answerAt(question, { place: [0, 0], being: "tahra" })).toBe(question.choices[2]);
  expect(answerAt(question, { place: [0, 0], being: null })).toBeNull();
});
