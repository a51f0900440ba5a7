import { expect, test } from "vitest";
import type { Entry, SheetTold } from "../protocol/types";
import { armsIn, lineOf, noteOf, notesIn } from "./notes";

const row = (label: string, words: string, things: string[], note = words) => ({ label, words, number: null, of: null, signed: false, rest: "", things, note });
const sheet = {
  sections: [
    { title: "a", kind: "now", rows: [row("HP", "18 of 18", [])] },
    { title: "b", kind: "arms", rows: [row("Wind Staff", "melee, 1 to 3 m", ["wind_staff"])] },
    { title: "c", kind: "", rows: [row("Mask: Miru", "1 AP, 1 EP, Focus. Rise or sink.", ["miru", "miru_float"], "Rise or sink.")] },
  ],
} as unknown as SheetTold;
const entry = (label: string, args: string[], fixed: unknown[] = []) => ({ label, args, fixed }) as Entry;

test("what the sheet says of a thing is found by its id", () => {
  const notes = notesIn(sheet);
  expect(noteOf(notes, "wind_staff")).toBe("melee, 1 to 3 m");
  expect(noteOf(notes, "miru_float:ep")).toBe("Rise or sink.");
  expect(noteOf(notes, "HP")).toBe("");
});

test("the price is not told twice", () => {
  expect(lineOf(entry("xyz", ["mode"], ["miru"]), notesIn(sheet), [])).toBe("Rise or sink.");
});

test("an action is told by what it is done with", () => {
  expect(lineOf(entry("Attack", ["weapon", "target"]), notesIn(sheet), armsIn(sheet))).toBe("Wind Staff");
  expect(lineOf(entry("Hide", []), notesIn(sheet), armsIn(sheet))).toBe("");
});
