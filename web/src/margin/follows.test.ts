import { expect, test } from "vitest";
import type { BeingShown, OddsTold } from "../protocol/types";
import { apart, changesOf, leftOf, onwardWith, titled } from "./follows";

const beings = { orc: { name: "Orc", side: "foes", pools: [{ name: "HP", now: 14, most: 20 }, { name: "Wits", tenths: 4 }] } as BeingShown };
const odds = (more: Partial<OddsTold>) => ({ changes: [], spread: [], ...more }) as unknown as OddsTold;
const by = (...parts: [number, number][]) => parts.map(([change, value]) => ({ change, value, exact: "" }));

test("what is certain is a number, what is not is a range that may leave it as it is", () => {
  expect(leftOf(odds({ spread: [{ being: "orc", words: "xyz", pool: "HP", by: by([-3, 1]) }] }), beings)).toEqual([{ name: "Orc", side: "foes", pool: "HP", before: "14", after: "11", worse: true }]);
  expect(leftOf(odds({ spread: [{ being: "orc", words: "xyz", pool: "HP", by: by([-6, 0.25], [-4, 0.75]) }] }), beings)[0]?.after).toBe("8 to 10");
  expect(leftOf(odds({ spread: [{ being: "orc", words: "xyz", pool: "HP", by: by([-6, 0.25]) }] }), beings)[0]?.after).toBe("8 to 14");
});

test("pools that are not known exactly are left out", () => {
  expect(leftOf(odds({ spread: [{ being: "orc", words: "xyz", pool: "Wits", by: by([-3, 1]) }, { being: "scene", words: "morale", pool: "", by: by([-1, 1]) }] }), beings)).toEqual([]);
});

test("a change says whose it is", () => {
  const told = odds({ changes: [{ being: "orc", words: ["−3 HP", "Prone 50 %"] }, { being: "scene", words: ["−1 morale"] }] });
  expect(changesOf(told, beings).map(({ name }) => name)).toEqual(["Orc", ""]);
  expect(changesOf(told, beings)[0]?.words).toBe("−3 HP, Prone 50\u00a0%");
});

test("what comes of every answer is told of none", () => {
  const one = odds({ changes: [{ being: "orc", words: ["+9 HP", "Brawn 2"] }, { being: "ann", words: ["+1 HP"] }], spread: [{ being: "orc", words: "xyz", pool: "HP", by: by([9, 1]) }] });
  const other = odds({ changes: [{ being: "orc", words: ["+9 HP", "Logic 1"] }, { being: "ann", words: ["+1 HP"] }], spread: [{ being: "orc", words: "xyz", pool: "HP", by: by([9, 1]) }] });
  expect(apart([one, other]).map(({ changes, spread }) => [changes.map((change) => change.words), spread.length])).toEqual([[[["Brawn 2"]], 0], [[["Logic 1"]], 0]]);
  expect(apart([one])).toEqual([one]);
});

test("the card of an answer begins with a capital", () => {
  expect(titled("shatter")).toBe("Shatter");
});

test("the only answer there is goes on with it, or without what could not be done", () => {
  expect([onwardWith({ value: "prone", words: "fall Prone" }), onwardWith({ value: false, words: "no" })]).toEqual(["Go on: fall Prone", "Go on without it"]);
});
