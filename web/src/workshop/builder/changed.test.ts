import { expect, test } from "vitest";
import { compared, counted, foremost, foreseen, nowOf, numberIn } from "./changed";

const sheet = [
  { label: "Mobility", value: "+1" },
  { label: "HP", value: "9" },
  { label: "Ancestry", value: "Wick" },
  { label: "Slots", value: "3/12" },
];

test("an option that is called as a line of the sheet says what stands there now", () => {
  expect(nowOf("mobility", sheet)).toBe("+1");
  expect(nowOf("Slash", sheet)).toBe("");
});

test("numbers rise and fall, and words change", () => {
  const rows = compared(sheet, [
    { label: "Mobility", value: "+2" },
    { label: "HP", value: "8" },
    { label: "Ancestry", value: "Quayborn" },
    { label: "Slots", value: "3/12" },
  ]);
  expect(rows.map(({ change }) => change)).toEqual(["rises", "falls", "other", "same"]);
  expect(counted(rows)).toEqual({ rise: 1, fall: 1, other: 1 });
});

test("a line that comes has nothing before, one that goes nothing after", () => {
  const rows = compared(sheet.slice(0, 1), [{ label: "Mage", value: "3" }]);
  expect(rows).toEqual([
    { label: "Mage", before: "", now: "3", change: "other" },
    { label: "Mobility", before: "+1", now: "", change: "other" },
  ]);
});

test("a value is known by the number with which it begins", () => {
  expect(["+2", "−1", "-3", "d8", "7 m", "3/12", "–", "Wick"].map(numberIn)).toEqual([2, -1, -3, 8, 7, 3, null, null]);
});

test("where there is room for a few numbers, those that change are among them", () => {
  const lines = Array.from({ length: 9 }, (_, at) => ({ label: `n${at}`, value: "1" }));
  const rows = compared(lines, lines.map((line, at) => (at === 8 ? { ...line, value: "2" } : line)));
  expect(foremost(rows, 3).map(({ label }) => label)).toEqual(["n0", "n1", "n8"]);
  expect(foremost(compared(lines, null), 3).map(({ label }) => label)).toEqual(["n0", "n1", "n2"]);
});

test("what is left of a budget is spent, and does not fall", () => {
  const now = { sheet: [{ label: "AP left", value: "39" }, { label: "HP", value: "7" }], budgets: [{ name: "Aspect points", free: 39 }] };
  const then = { sheet: [{ label: "AP left", value: "24" }, { label: "HP", value: "5" }], budgets: [{ name: "Aspect points", free: 24 }] };
  expect(foreseen(now, then).map(({ change }) => change)).toEqual(["spent", "falls"]);
  expect(foreseen(now, null).map(({ change }) => change)).toEqual(["same", "same"]);
});
