import { expect, test } from "vitest";
import type { EntryChanged, RehearsalTold } from "../protocol/types";
import { answersOf, hadBy, isWhole, KEEP, needsLook } from "./answers";

const change = (more: Partial<EntryChanged>): EntryChanged => ({ kind: "weapon", id: "needle", name: "Needle", what: "taken away", fields: [], users: [], why: "", instead: [], ...more });
const told = (...changes: EntryChanged[]): RehearsalTold => ({ changes, untouched: 0, overrides: [], warnings: [] });
const nixie = { what: "being" as const, name: "Nixie", words: "Nixie" };

test("what is new or used by nobody needs no look", () => {
  expect(needsLook(told(change({ what: "new" }), change({})))).toBe(false);
  expect(needsLook(told(change({ users: [nixie] })))).toBe(true);
});

test("who is called alike is named once", () => {
  const entry = { what: "entry" as const, name: "Nixie", words: "Nixie" };
  expect(hadBy(change({ users: [nixie, entry] }))).toEqual(["Nixie"]);
});

test("whatever needs an answer has to have one", () => {
  const found = told(change({ users: [nixie], why: "it is in use" }), change({ id: "bow", what: "changed", users: [nixie] }));
  expect(isWhole(found, {})).toBe(false);
  expect(isWhole(found, { "weapon needle": KEEP })).toBe(true);
  expect(answersOf(found, { "weapon needle": "lance", "weapon bow": KEEP })).toEqual([
    { kind: "weapon", id: "needle", answer: "instead", instead: "lance" },
    { kind: "weapon", id: "bow", answer: "keep", instead: "" },
  ]);
});
