import { expect, test } from "vitest";
import type { RollShown, ToldLines } from "../protocol/types";
import { asText, fallenOf, holds, besideDice, isOf, isPlain, outcomeOf, parted, recordOf, rolledFor, signsOf, verdictOf } from "./cards";

const roll = (more: Partial<RollShown>): RollShown => ({
  by: "ann", name: "Ann", rule: "x.attack", title: "Attack roll", dice: ["d12"], fallen: [6], kept: [6], modifiers: [], reading: "failure", total: 6, secret: false, typed: false, ...more,
});
const told = (lines: [string, string, string?][], rolls: RollShown[]): ToldLines => ({
  told: 3, at: 0, by: "s", lines: lines.map(([words, rule, rank = ""]) => ({ words, rule, rank })), rolls, undoes: [], redoes: [],
});

test("each roll belongs to the line that tells of it", () => {
  const ann = roll({});
  const orc = roll({ by: "orc", name: "Orc", fallen: [9], kept: [9], total: 9 });
  const cards = recordOf([told([["Ann attacks: d12 6 = 6 against AC 8, a miss", "x.attack"], ["Orc attacks: d12 9 = 9 against AC 8, a hit", "x.attack"]], [orc, ann])]);
  expect(cards.map((card) => card.rolls)).toEqual([[ann], [orc]]);
});

test("a line with many rolls has them all, and a roll nobody tells of goes with those", () => {
  const rolls = [roll({ rule: "x.init" }), roll({ rule: "x.init", name: "Orc", total: 4, kept: [4] }), roll({ rule: "x.ties", total: null })];
  const cards = recordOf([told([["A fight breaks out", "x.start"], ["Initiative: Ann 6; Orc 4", "x.init"]], rolls)]);
  expect(cards.map((card) => card.rolls.length)).toEqual([0, 3]);
});

test("a question has the dice of its own turn, and a side that is asked who comes next has none", () => {
  const beings = { ann: { side: "party" }, orc: { side: "foes" } };
  const attack: [string, string, string?] = ["Ann attacks: d12 6 = 6 against AC 8, a miss", "x.attack"];
  const before = recordOf([told([attack, ["Orc's turn", "x.turn", "turn"]], [roll({})])]);
  const now = recordOf([told([["Ann's turn", "x.turn", "turn"], attack], [roll({})])]);
  expect([before, now].map((cards) => rolledFor("orc", cards, beings).length)).toEqual([0, 1]);
  expect(rolledFor("party", now, beings)).toEqual([]);
});

test("what a line says behind the dice is the outcome", () => {
  expect(outcomeOf("Ann attacks: d12 6 = 6 against AC 8, a miss", roll({}))).toBe("against AC 8, a miss");
  expect(outcomeOf("Ann attacks: d20 3, a hit", roll({ dice: ["d20"], kept: [3], total: 3 }))).toBe("a hit");
  expect(outcomeOf("Damage: 3d6 (1 + 5 + 1) + 2 = 9, less 3", roll({ dice: ["d6", "d6", "d6"], kept: [1, 5, 1], total: 9 }))).toBe("less 3");
  expect(outcomeOf("Ann moves", roll({}))).toBe("");
  expect(outcomeOf("Ann: 60 = 60", roll({}))).toBe("");
});

test("faces that were thrown again are not kept", () => {
  expect(fallenOf(roll({ dice: ["d12", "d4"], fallen: [1, 9, 3], kept: [9, 3] })).map(({ sides, face, kept }) => [sides, face, kept])).toEqual([
    [12, 1, false], [12, 9, true], [4, 3, true],
  ]);
  expect(fallenOf(roll({ fallen: [1, 1], kept: [1] })).map(({ kept }) => kept).filter(Boolean)).toHaveLength(1);
});

test("sixes that bring dice are followed by them", () => {
  const found = fallenOf(roll({ dice: ["d6!", "d6!"], fallen: [6, 2, 6, 3], kept: [6, 2, 6, 3] }));
  expect(found.map(({ face, brought, brings }) => [face, brought, brings])).toEqual([[6, 0, true], [2, 0, false], [6, 1, true], [3, 2, false]]);
});

test("dice are shown as they add up to the total", () => {
  const plain = { amount: 2, source: "FOR", rule: "x", kind: "bonus" };
  const edge = (amount: number) => ({ amount, source: "cover", rule: "x", kind: "edge" });
  expect(signsOf(roll({ dice: ["d12", "d4"], kept: [7, 3], modifiers: [plain, edge(1)], total: 12 }))).toEqual([1, 1]);
  expect(signsOf(roll({ dice: ["d12", "d4"], kept: [7, 3], modifiers: [plain, edge(-1)], total: 6 }))).toEqual([1, -1]);
  expect(signsOf(roll({ dice: ["d6", "d6", "d6"], kept: [4, 1, 1], modifiers: [plain, edge(-1)], total: 4 }))).toEqual([0, 1, 1]);
  expect(signsOf(roll({ dice: ["d6", "d6", "d6"], kept: [4, 1, 1], modifiers: [plain, edge(1)], total: 7 }))).toEqual([1, 0, 1]);
  expect(signsOf(roll({ modifiers: [edge(-1)], total: null }))).toEqual([1]);
});

test("only a bonus is a number that is added", () => {
  expect([{ kind: "" }, { kind: "bonus" }, { kind: "edge" }].map((one) => isPlain({ amount: 1, source: "cover", rule: "x", ...one }))).toEqual([true, true, false]);
  expect(besideDice({ amount: -1, source: "cover", rule: "x", kind: "edge" }, {})).toBe("cover (−1 edge)");
  expect(besideDice({ amount: 2, source: "shield", rule: "x", kind: "orc" }, { orc: { name: "Orc" } })).toBe("shield (+2 Orc)");
});

test("only words are a verdict", () => {
  expect(verdictOf(roll({ reading: "decisive" }))).toBe("decisive");
  expect(verdictOf(roll({ reading: "((2,), False)" }))).toBe("");
  expect(verdictOf(roll({ reading: "11" }))).toBe("");
});

test("names stand out, the longer first, and only as whole words", () => {
  expect(parted("Ann Lee hits Anna", ["Ann", "Ann Lee"])).toEqual([{ words: "Ann Lee", strong: true }, { words: " hits Anna", strong: false }]);
  expect(parted("Orc 1 and Orc 12", ["Orc 1"])[0]).toEqual({ words: "Orc 1", strong: true });
  expect(parted("Orc 12", ["Orc 1"])).toEqual([{ words: "Orc 12", strong: false }]);
});

test("searching and filtering", () => {
  const [turn, hit] = recordOf([told([["Ann's turn", "x.turn", "turn"], ["Ann: d12 6 = 6, a miss", "x.attack"]], [roll({})])]) as [never, never];
  expect([holds(hit, "attack MISS"), holds(turn, "miss")]).toEqual([true, false]);
  expect([isOf(turn, "turns"), isOf(turn, "rolls"), isOf(hit, "rolls"), isOf(hit, "all")]).toEqual([true, false, true, true]);
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
