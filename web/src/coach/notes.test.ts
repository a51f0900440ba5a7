import { expect, test } from "vitest";
import type { Document, Note, ToldLines } from "../protocol/types";
import { noteFor } from "./notes";

const being = (side: string, more: object = {}) => ({ side, ally: side === "party", fate: "up", pools: [{ name: "HP", now: 9, most: 10 }], conditions: [], ...more });
const seen = (more: object = {}) =>
  ({
    you: { role: "player", beings: ["ann"] },
    scene: { over: false },
    turn: { of: "ann", round: 1, order: ["ann", "foe"] },
    question: null,
    beings: { ann: being("party"), ben: being("party"), foe: being("foes") },
    ...more,
  }) as unknown as Document;
const note = (id: string, when: Note["when"]): Note => ({ id, title: id, words: id, when });
const fits = (when: Note["when"], document: Document, read: string[] = [], lines: ToldLines[] = []) => noteFor([note("n", when)], new Set(read), document, lines)?.id === "n";

test("a note comes on one's own turn, once", () => {
  expect(fits({ turn: "own" }, seen())).toBe(true);
  expect(fits({ turn: "own" }, seen({ turn: { of: "foe", round: 1, order: ["foe"] } }))).toBe(false);
  expect(fits({ turn: "own" }, seen({ turn: { of: "", round: 1, order: ["foe"] } }))).toBe(false);
  expect(fits({ turn: "own" }, seen({ turn: { of: "ann", round: 0, order: ["ann"] } }))).toBe(false); // no turn of a fight
  expect(fits({ turn: "own" }, seen(), ["n"])).toBe(false);
});

test("what a turn has is told until something is done in it", () => {
  const told = (number: number, rank: string, undoes: number[] = []) => ({ told: number, lines: [{ rank, aside: false }], undoes, redoes: [] }) as unknown as ToldLines;
  const fresh = (...lines: ToldLines[]) => fits({ turn: "own", fresh: true }, seen(), [], lines);
  expect([fresh(), fresh(told(1, ""), told(2, "turn")), fresh(told(2, "turn"), told(3, ""))]).toEqual([true, true, false]);
  expect(fresh(told(2, "turn"), told(3, ""), { ...told(4, "", [3]), lines: [] })).toBe(true); // it was taken back
});

test("what comes before the first turn is no turn", () => {
  expect(fits({ turn: "own" }, seen({ turn: { of: "ann", round: 1, order: ["ann"], before: "Move once." } }))).toBe(false);
});

test("a wound that is not of now is no matter of a fight", () => {
  const hurt = { beings: { ann: being("party", { pools: [{ name: "HP", now: 3, most: 10 }] }) } };
  expect([{}, { waiting: { for: "nobody" } }].map((more) => fits({ pool: "HP" }, seen({ ...hurt, ...more })))).toEqual([true, false]);
});

test("a turn that somebody else plays is not the game master's own", () => {
  const master = (seats: object) => seen({ you: { role: "gm", beings: [] }, seats });
  expect(fits({ turn: "own" }, master({ a: { role: "player", beings: ["ann"] } }))).toBe(false);
  expect(fits({ turn: "own" }, master({ a: { role: "player", beings: ["ben"] } }))).toBe(true);
});

test("what happens to players is none of the game master's lessons", () => {
  const players = { a: { role: "player", beings: ["ann"] }, b: { role: "player", beings: ["ben"] } };
  const hurt = { beings: { ann: being("party", { fate: "down", pools: [{ name: "HP", now: 1, most: 10 }] }), ben: being("party"), foe: being("foes") } };
  const asked = { question: { rule: "bb.x.y" }, waiting: { seats: ["a"] } };
  const master = (more: object) => seen({ you: { role: "gm", seat: "gm", beings: [] }, seats: players, ...hurt, ...more });
  const facts: Note["when"][] = [{ pool: "HP" }, { fate: "down" }, { question: "bb.x.y" }, { round: 1 }, { turn: "other" }];
  expect(facts.map((when) => fits(when, master(asked)))).toEqual([false, false, false, false, false]);
  const alone = (seats: string[]) => master({ seats: {}, question: { rule: "bb.x.y" }, waiting: { seats } });
  expect([fits({ question: "bb.x.y" }, alone(["gm"])), fits({ question: "bb.x.y" }, alone(["b"]))]).toEqual([true, false]);
});

test("a note waits for a question of its rule", () => {
  expect(fits({ question: "bb.x.y" }, seen())).toBe(false);
  expect(fits({ question: "bb.x.y" }, seen({ question: { rule: "bb.x.y" } }))).toBe(true);
});

test("a note knows what has become of one's own and of others", () => {
  const fallen = seen({ beings: { ann: being("party", { fate: "down" }), foe: being("foes", { fate: "out" }) } });
  expect(fits({ fate: "down" }, fallen)).toBe(true);
  expect(fits({ foe: "out" }, fallen)).toBe(true);
  expect(fits({ foe: "down" }, fallen)).toBe(false);
});

test("a pool counts when less than half of it is left", () => {
  expect(fits({ pool: "HP" }, seen())).toBe(false);
  expect(fits({ pool: "HP" }, seen({ beings: { ann: being("party", { pools: [{ name: "HP", now: 4, most: 10 }] }) } }))).toBe(true);
});

test("all facts of a note hold at once, and one note may come after another", () => {
  expect(fits({ round: 2, turn: "own" }, seen())).toBe(false);
  expect(fits({ after: "first" }, seen())).toBe(false);
  expect(fits({ after: "first" }, seen(), ["first"])).toBe(true);
});

test("a note may wait for a rule in the log", () => {
  const lines = [{ lines: [{ rule: "bb.x.y" }], rolls: [] }] as unknown as ToldLines[];
  expect(fits({ told: "bb.x.y" }, seen(), [], lines)).toBe(true);
  expect(fits({ told: "bb.x.z" }, seen(), [], lines)).toBe(false);
});

test("when a scene is over, only what is said of its end is said", () => {
  const over = seen({ scene: { over: true } });
  expect(fits({ turn: "own" }, over)).toBe(false);
  expect(fits({ over: true }, over)).toBe(true);
  expect(fits({ over: true }, seen())).toBe(false);
});

test("nothing is said while no scene is on the table", () => {
  expect(fits({}, seen({ scene: null }))).toBe(false);
});
