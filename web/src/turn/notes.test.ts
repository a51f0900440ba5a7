import { expect, test } from "vitest";
import type { Entry, SheetTold } from "../protocol/types";
import { armsIn, lineOf, noteOf, notesIn } from "./notes";

const sheet = {
  sections: [
    { title: "Now", pairs: [["HP", "18 of 18"]] },
    { title: "Weapons", pairs: [["Wind Staff", "melee, 1 to 3 m"]] },
    { title: "Gear", pairs: [["Mask: Miru", "1 AP, 1 EP, Focus. Rise or sink."]] },
  ],
} as unknown as SheetTold;
const entry = (label: string, args: string[], fixed: unknown[] = []) => ({ label, args, fixed }) as Entry;

test("what the sheet says of a thing is found by its name", () => {
  const notes = notesIn(sheet);
  expect(noteOf(notes, "Wind Staff")).toBe("melee, 1 to 3 m");
  expect(noteOf(notes, "Miru (float)")).toBe("1 AP, 1 EP, Focus. Rise or sink.");
  expect(noteOf(notes, "HP")).toBe("");
});

test("the price is not told twice", () => {
  expect(lineOf(entry("Miru (float)", ["mode"], ["miru"]), notesIn(sheet), [])).toBe("Rise or sink.");
});

test("an action is told by what it is done with", () => {
  expect(lineOf(entry("Attack", ["weapon", "target"]), notesIn(sheet), armsIn(sheet))).toBe("Wind Staff");
  expect(lineOf(entry("Hide", []), notesIn(sheet), armsIn(sheet))).toBe("");
});
