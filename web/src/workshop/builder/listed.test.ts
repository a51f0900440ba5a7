import { expect, test } from "vitest";
import type { OptionTold } from "../../protocol/types";
import { groupsOf, listed, SOME } from "./listed";

const option = (name: string, group = "", more: Partial<OptionTold> = {}): OptionTold => ({ value: name, name, text: "", also: "", group, chosen: 0, price: null, refusal: null, ...more });
const refusal = { text: "you need Stab first", rule: "tc.aspect", title: "Aspects", waiver: "no" as const };
const all = { words: "", group: null, mine: false, open: [] };
const nobody = () => false;

test("of several groups a few are shown of each, and whatever is yours", () => {
  const attacks = Array.from({ length: 10 }, (_, at) => option(`attack ${at}`, "Attacks"));
  const found = listed([...attacks, option("dodge", "Defences")], ({ name }) => name === "attack 9", all);
  expect(found.groups.map(({ name, shown, more }) => [name, shown.length, more])).toEqual([
    ["Attacks", SOME + 1, 3],
    ["Defences", 1, 0],
  ]);
  expect(listed([...attacks, option("dodge", "Defences")], nobody, { ...all, open: ["Attacks"] }).groups[0]?.more).toBe(0);
});

test("a search looks at names, words, groups and reasons, and folds nothing away", () => {
  const options = [option("Slash", "Attacks", { text: "with a blade" }), option("Seek the Gap", "Attacks", { refusal }), option("Dodge", "Defences")];
  const names = (words: string) => listed(options, nobody, { ...all, words }).groups.flatMap(({ shown }) => shown.map(({ name }) => name));
  expect(names("blade")).toEqual(["Slash"]);
  expect(names("stab")).toEqual(["Seek the Gap"]);
  expect(names("defences dodge")).toEqual(["Dodge"]);
  expect(names("nothing")).toEqual([]);
  expect(names("ash")).toEqual([]); // inside a word
  expect(names("de do")).toEqual(["Dodge"]);
});

test("what is found by what it gives comes after what is called so", () => {
  const options = [option("Adonic", "Body", { also: "energy point pool modifier" }), option("Slash", "Attacks"), option("Energy Burst", "Attacks")];
  const groups = listed(options, nobody, { ...all, words: "energy" }).groups;
  expect(groups.map(({ name, shown }) => [name, shown.map((one) => one.name)])).toEqual([
    ["Attacks", ["Energy Burst"]],
    ["Body", ["Adonic"]],
  ]);
});

test("what the filter hides of what was found is counted", () => {
  const options = [option("Slash"), option("Seek the Gap", "", { refusal })];
  const found = listed(options, nobody, { ...all, words: "gap", mine: true });
  expect([found.found, found.hidden]).toEqual([0, 1]);
});

test("one group alone is no group", () => {
  expect(groupsOf([option("Slash"), option("Stab")])).toEqual([]);
  expect(groupsOf([option("Slash", "Attacks"), option("Dodge", "Defences")])).toEqual([
    { name: "Attacks", count: 1 },
    { name: "Defences", count: 1 },
  ]);
});
