import { expect, test } from "vitest";
import type { StepLine } from "../../protocol/types";
import { chaptersOf, onSheet } from "./chapters";

const line = (name: string, chapter: string, decided: boolean, locked = false): StepLine => ({ name, title: name, chapter, kind: "one", decided, told: "", cost: null, locked });

test("steps of one chapter stand together, and a chapter opens where it is not decided", () => {
  const found = chaptersOf([line("dominant", "Ancestry", true), line("recessive", "Ancestry", false), line("name", "Name", false)]);
  expect(found.map(({ name, steps, decided, first }) => [name, steps.length, decided, first])).toEqual([
    ["Ancestry", 2, false, "recessive"],
    ["Name", 1, false, "name"],
  ]);
});

test("a chapter that is decided opens at the first step that is not locked", () => {
  expect(chaptersOf([line("table", "Points", true, true), line("points", "Points", true)])[0]?.first).toBe("points");
});

test("a decided chapter of one choice after the other opens where one more can be chosen", () => {
  const row = [line("aspect 1", "Aspects", true), line("aspect 1 choice", "Aspects", true), line("aspect 2", "Aspects", true)];
  expect(chaptersOf([...row, line("name", "Name", true)]).map(({ first }) => first)).toEqual(["aspect 2", "name"]);
  expect(chaptersOf([...row, line("kit", "Aspects", true)])[0]?.first).toBe("aspect 1");
});

test("that no weapon was taken stands on the sheet, that a row is done does not", () => {
  const steps = [{ ...line("class", "", true), told: "Bellringer" }, { ...line("weapons", "Gear", true), kind: "several" as const }, line("aspect 8", "Aspects", true)];
  expect(onSheet(steps).map(({ name }) => name)).toEqual(["class", "weapons"]);
});
