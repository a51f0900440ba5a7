import { expect, test } from "vitest";
import type { ArgTold } from "../protocol/types";
import { argsOf, askedFor, blankOf, dataOf, isMissing, parted, toChoose, usualOf } from "./args";

const arg = (name: string, kind: ArgTold["kind"], more: Partial<ArgTold> = {}): ArgTold => ({ name, label: name, kind, optional: false, default: null, values: [], seldom: false, ...more });

test("numbers, places, several and known values are sent as what they are", () => {
  const args = [arg("amount", "number"), arg("at", "place"), arg("who", "several"), arg("direction", "words", { values: [{ value: 2, words: "south" }] })];
  expect(argsOf(args, { amount: "-2", at: [1, 3], who: ["tahra"], direction: "2" })).toEqual({ amount: -2, at: [1, 3], who: ["tahra"], direction: 2 });
});

test("what is left empty or as by default is not said", () => {
  const args = [arg("dc", "number", { optional: true, default: 8 }), arg("note", "words", { optional: true, default: "" }), arg("secret", "yes", { optional: true, default: true })];
  expect(argsOf(args, { dc: "8", note: "", secret: true })).toEqual({});
  expect(argsOf(args, { dc: "9", note: "rain", secret: false })).toEqual({ dc: 9, note: "rain", secret: false });
});

test("yes, no or neither is chosen from a list", () => {
  const args = [arg("safe", "yes", { optional: true, values: [{ value: false, words: "no" }, { value: true, words: "yes" }] })];
  expect(["", "false", "true"].map((safe) => argsOf(args, { safe }))).toEqual([{}, { safe: false }, { safe: true }]);
});

test("to choose nothing has a name, and is not offered where something always stands there", () => {
  const values = [{ value: "party", words: "the party" }];
  expect(blankOf(arg("surprised", "words", { optional: true, default: "", values }))).toBe("nobody");
  expect(blankOf(arg("skill", "words", { optional: true, default: "", values }))).toBe("none");
  expect(blankOf(arg("side", "words", { optional: true, default: "party", values }))).toBe(null);
  expect(blankOf(arg("side", "words", { values }))).toBe("Choose one");
});

test("what is given with a value is asked for by its own name, with what is usual, and not without that value", () => {
  const dc = arg("dc", "number", { label: "DC", optional: true, default: 0, seldom: true });
  const slowed = { value: "Slowed", words: "Slowed", asks: [{ name: "dc", label: "Metres slower", values: [], optional: false, least: 1, usual: 2 }] };
  const condition = arg("condition", "words", { values: [{ value: "Prone", words: "Prone" }, slowed] });
  const others = ["source", "until", "note"].map((name) => arg(name, "words", { optional: true, default: "", seldom: name === "note" }));
  const args = [arg("being", "being"), condition, dc, ...others];
  const shown = (chosen: string) => parted(askedFor(args, { condition: chosen })).map((part) => part.map((one) => one.label));
  expect(shown("Slowed")).toEqual([["being", "condition", "Metres slower", "source"], ["until"]]);
  expect(shown("Prone")).toEqual([["being", "condition", "source", "until"], []]);
  const asked = askedFor(args, { condition: "Slowed" });
  expect([asked[2]!.least, usualOf(asked[2]!, slowed.asks)]).toEqual([1, "2"]);
  expect(argsOf(askedFor(args, { condition: "Prone" }), { condition: "Prone", dc: "2", note: "old" })).toEqual({ condition: "Prone" });
});

test("parts of one argument are chosen one by one and put together", () => {
  const of = (...words: string[]) => words.map((word) => ({ value: word, words: word }));
  const guarded = [
    { name: "note", label: "With", values: of("Brawn", "Vibe"), optional: false, between: ",", after: "" },
    { name: "note", label: "Against", values: of("Magic"), optional: true, between: "", after: "|" },
  ];
  const condition = arg("condition", "words", { values: [{ value: "Guarded", words: "Guarded", asks: guarded }] });
  const typed = { condition: "Guarded" };
  const asked = askedFor([condition, arg("note", "words", { optional: true, default: "", seldom: true })], typed);
  expect(asked.map((one) => [one.name, one.label, one.kind, one.optional])).toEqual([["condition", "condition", "words", false], ["note", "With", "several", false], ["note 1", "Against", "words", true]]);
  expect([[], ["Vibe"]].map((list) => isMissing(asked[1]!, list))).toEqual([true, false]);
  expect(argsOf(asked, { ...typed, note: ["Brawn", "Vibe"], "note 1": "Magic" })).toEqual({ condition: "Guarded", note: "Brawn,Vibe|Magic" });
  expect(argsOf(asked, { ...typed, note: ["Vibe"], "note 1": "" })).toEqual({ condition: "Guarded", note: "Vibe" });
});

test("in a list one condition is looked for among many", () => {
  const values = ["Prone", "Bleeding"].map((words) => ({ value: words, words }));
  expect(toChoose(arg("condition", "words", { values })).map(({ words }) => words)).toEqual(["Bleeding", "Prone"]);
  expect(toChoose(arg("side", "words", { values }))).toEqual(values);
});

test("data is JSON where it is JSON", () => {
  expect(dataOf("[1, 2]")).toEqual([1, 2]);
  expect(dataOf("3")).toBe(3);
  expect(dataOf("a lantern")).toBe("a lantern");
});

test("what must be given comes first, and the rest is folded where there is much of it", () => {
  const field = (name: string, optional: boolean) => arg(name, "words", { optional });
  const check = [field("being", false), field("ability", true), field("stat", true), field("dc", true), field("edge", true)];
  expect(parted(check).map((part) => part.map((one) => one.name))).toEqual([["being", "ability", "stat", "dc"], ["edge"]]);
  expect(parted(check.slice(0, 4))[1]).toEqual([]);
});

test("damage of several types is a list of amounts", () => {
  const amount = { name: "amount", label: "How much", kind: "parts", optional: false, default: null, values: [{ value: "plain", words: "plain" }, { value: "Fire", words: "Fire" }] } as ArgTold;
  const typed = { amount: [{ amount: "5", of: "plain" }, { amount: "3", of: "Fire" }, { amount: "", of: "Fire" }] };
  expect(argsOf([amount], typed)).toEqual({ amount: [[5, "plain"], [3, "Fire"]] });
});
