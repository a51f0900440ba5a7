import { expect, test } from "vitest";
import type { DieFallen, RollShown, ToldLines } from "../protocol/types";
import { asText, fallenOf, besideDice, isPlain, recordOf, rolledFor } from "./cards";

const die = (face: number, more: Partial<DieFallen> = {}): DieFallen => ({ sides: 12, face, kept: true, after: null, sign: 1, ...more });
const roll = (more: Partial<RollShown>): RollShown => ({
  by: "ann", name: "Ann", rule: "x.attack", title: "Attack roll", dice: [die(6)], modifiers: [], against: null, outcome: null, total: 6, secret: false, typed: false, ...more,
});
const told = (lines: [string, string, string?, number[]?][], rolls: RollShown[]): ToldLines => ({
  told: 3, at: 0, by: "s", lines: lines.map(([words, rule, rank = "", of = []]) => ({ words, parts: [{ words, kind: "", id: "" }], head: [], rule, rank, rolls: of, came: [], aside: false })), rolls, undoes: [], redoes: [], deed: 3, by_hand: false,
});

test("a line has the rolls that are its own", () => {
  const [orc, ann, tie] = [roll({ by: "orc" }), roll({}), roll({ rule: "x.ties" })];
  const cards = recordOf([told([["A fight", "x.start"], ["Ann attacks", "x.attack", "", [1]], ["Orc attacks", "x.attack", "", [0, 2]]], [orc, ann, tie])]);
  expect(cards.map((card) => card.rolls)).toEqual([[], [ann], [orc, tie]]);
});

test("a line of an earlier version, whose rolls are not kept, stands without dice", () => {
  expect(recordOf([told([["Ann attacks", "x.attack", "", [4]]], [])])[0]!.rolls).toEqual([]);
});

test("a question has the dice of its own turn, and a side that is asked who comes next has none", () => {
  const beings = { ann: { side: "party" }, orc: { side: "foes" } };
  const attack: [string, string, string?, number[]?] = ["Ann attacks: d12 6 = 6 against AC 8, a miss", "x.attack", "", [0]];
  const before = recordOf([told([attack, ["Orc's turn", "x.turn", "turn"]], [roll({})])]);
  const now = recordOf([told([["Ann's turn", "x.turn", "turn"], attack], [roll({})])]);
  expect([before, now].map((cards) => rolledFor({ who: "orc", choices: [] }, cards, beings).length)).toEqual([0, 1]);
  expect(rolledFor({ who: "party", choices: [] }, now, beings)).toEqual([]);
});

test("beside a tie are the dice of those who are level, and of nobody else", () => {
  const beings = { ann: { side: "party" }, ben: { side: "party" }, orc: { side: "foes" } };
  const rolls = ["ann", "ben", "orc"].map((by) => roll({ by }));
  const cards = recordOf([told([["Ann, initiative: 4", "x", "", [0]], ["Ben, initiative: 9", "x", "", [1]], ["Orc, initiative: 4", "x", "", [2]]], rolls)]);
  const choices = [["ann", "orc"], ["orc", "ann"]].map((value) => ({ value, words: "", about: "" }));
  expect(rolledFor({ who: "gm", choices }, cards, beings).map(({ by }) => by)).toEqual(["ann", "orc"]);
});

test("a die that comes after a kept one was brought by it, and one after another was thrown in its place", () => {
  const again = fallenOf(roll({ dice: [die(1, { kept: false, sign: 0 }), die(9, { after: 0 }), die(3)] }));
  expect(again.map(({ brought, brings }) => [brought, brings])).toEqual([[0, false], [0, false], [0, false]]);
  const more = fallenOf(roll({ dice: [die(6), die(2), die(6, { after: 0 }), die(3, { after: 2 })] }));
  expect(more.map(({ face, brought, brings }) => [face, brought, brings])).toEqual([[6, 0, true], [2, 0, false], [6, 1, true], [3, 2, false]]);
});

test("only a bonus is a number that is added", () => {
  expect([{ kind: "" }, { kind: "bonus" }, { kind: "edge" }].map((one) => isPlain({ amount: 1, source: "cover", rule: "x", ...one }))).toEqual([true, true, false]);
  expect(besideDice({ amount: -1, source: "cover", rule: "x", kind: "edge" }, {})).toBe("cover (−1 edge)");
  expect(besideDice({ amount: 2, source: "shield", rule: "x", kind: "orc" }, { orc: { name: "Orc" } })).toBe("shield (+2 Orc)");
});

test("the log as text has its rounds and turns set apart", () => {
  expect(asText("A fight", [told([["Round 1", "", "round"], ["Ann's turn", "", "turn"], ["Ann moves", ""]], [])])).toBe("A fight\n\n\n== Round 1 ==\n\nAnn's turn\n  Ann moves\n");
});

test("what was undone is marked, until it is done again", () => {
  const at = (number: number, more: Partial<ToldLines> = {}): ToldLines => ({ ...told([[`Line ${number}`, ""]], []), told: number, ...more });
  const counting = (lines: ToldLines[]) => recordOf(lines).flatMap((card) => (card.undone ? [] : [card.told]));
  const undone = [at(0), at(1), at(2), at(3, { undoes: [1, 2] })];
  expect(counting(undone)).toEqual([0, 3]);
  expect(counting([...undone, at(4, { redoes: [1] })])).toEqual([0, 1, 3, 4]);
  expect(asText("A fight", undone)).toContain("  Line 2 (undone)\n");
});
