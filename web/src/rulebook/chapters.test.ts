import { expect, test } from "vitest";
import { chapters, exampleOf, headingOf, marked, optionName, pieces, sentence, tableOf, valueName } from "./chapters";

const rule = (id: string, where: string) => ({ id, title: id, where, kind: "action" });

test("rules stand under the first heading of the book that has them", () => {
  expect(headingOf("Health System / Survival Check; Death")).toBe("Health System");
  expect(headingOf("(silent)")).toBe("");
  expect(headingOf("(silent; Downed and Sick give the fixed points)")).toBe("");
  expect(headingOf("(stand-in for Chapter 2; shape confirmed by Maneuvers)")).toBe("Stand-in for Chapter 2");
  expect(headingOf("(+) Edge & (‒) Flaw")).toBe("(+) Edge & (‒) Flaw");
});

test("chapters keep the order of the book", () => {
  const found = chapters([rule("a", "One"), rule("b", "Two"), rule("c", "One / More")]);
  expect(found.map((chapter) => [chapter.name, chapter.rules.map((one) => one.id)])).toEqual([["One", ["a", "c"]], ["Two", ["b"]]]);
});

test("an example is cut into what is given, what happens and what comes of it", () => {
  expect(exampleOf("GIVEN d4 WHEN 1 ✦ is sacrificed THEN 2 Plating destroyed")).toEqual({ given: "d4", when: "1 ✦ is sacrificed", then: "2 Plating destroyed" });
  expect(exampleOf("plain words").then).toBe("plain words");
});

test("options and rules in a text are told apart", () => {
  expect(pieces("Any hit. `opt_x`: see bb.plating.halves now")).toEqual([
    { words: "Any hit. ", kind: "" },
    { words: "opt_x", kind: "option" },
    { words: ": see ", kind: "" },
    { words: "bb.plating.halves", kind: "rule" },
    { words: " now", kind: "" },
  ]);
});

test("what is looked for is marked where a word begins", () => {
  expect(marked("Plating, replating", ["plat"]).map((part) => part.kind)).toEqual(["mark", ""]);
});

test("names of options are words", () => {
  expect(optionName("opt_plating_only_backfooted")).toBe("Plating only backfooted");
  expect(optionName("opt_start_ap")).toBe("Aspect points at the start");
  expect(sentence("`opt_start_ap` and with 'fail_first' a total")).toBe("“Aspect points at the start” and with “fail first” a total");
});

test("values of options are words", () => {
  expect([true, 4, "4_7_10", "fail_first", "full_hp_or_medical"].map(valueName)).toEqual(["on", "4", "4, 7, 10", "fail first", "full HP or medical"]);
});

test("tables have heads where they name their columns", () => {
  expect(tableOf([{ levels: "1-3", plating_per_die: 2 }])).toEqual({ heads: ["levels", "plating per die"], rows: [["1-3", "2"]] });
  expect(tableOf([["rank", "tokens"], ["Boss", "3"]])).toEqual({ heads: ["rank", "tokens"], rows: [["Boss", "3"]] });
  expect(tableOf(["one"])).toEqual({ heads: [], rows: [["one"]] });
});
