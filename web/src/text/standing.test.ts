import { expect, test } from "vitest";
import type { Asked, BeingShown, Document } from "../protocol/types";
import { askedWords, faresAs, leftSince, standsSince, waitsFor } from "./standing";

const asked = (domain: object, choices: string[]): Asked => ({ name: "Ann", title: "Formation", words: ["Who goes?"], domain, choices: choices.map((words) => ({ words })) }) as unknown as Asked;
const one = { kind: "one" };

test("a question says what may be answered: how many of how many, how much, or the only answer there is", () => {
  expect(askedWords(asked({ kind: "several", least: 0, most: 4, among: [1, 2, 3, 4] }, [...Array(16)].map(String)))).toBe("Question for Ann: Formation. Who goes? Choose up to 4 of 4.");
  expect(askedWords(asked({ kind: "amount", least: 0, most: 3 }, []))).toContain("0 to 3.");
  expect(askedWords(asked(one, ["evade"]))).toContain("There is nothing to choose. Go on: evade.");
  expect(askedWords(asked(one, ["yes", "no"]))).toContain("2 answers.");
});

function doc(left: number, more: object = {}): Document {
  const being = { name: "Tahra", left: [{ amount: left, unit: "AP", words: `${left} AP` }], pools: [{ name: "HP", now: 9, most: 12 }], conditions: [] };
  const entries = left ? [{ group: "attack", refused: null, anytime: false, price: [{ amount: 1, unit: "AP", words: "1 AP" }] }] : [];
  return {
    scene: { over: false, situation: [["Round", "1"], ["Escalation Counter", "1 of 6"]] }, you: { seat: "ann", beings: ["tahra"] }, seats: { ann: { name: "Ann" }, ben: { name: "Ben" } }, clocks: {}, question: null, faces: null,
    waiting: { for: "command", who: "tahra", seats: ["ann"], words: "Tahra" }, turn: { round: 1 }, beings: { tahra: being }, offers: { tahra: { entries } }, ...more,
  } as unknown as Document;
}

test("after a deed it is said what is left of the turn", () => {
  expect(leftSince(doc(1), doc(2))).toBe("You could still spend 1 AP.");
  expect(leftSince(doc(0), doc(1))).toContain("Nothing is left");
  expect(leftSince(doc(2), doc(2))).toBe("");
  expect(leftSince(doc(2), doc(0, { waiting: { for: "command", who: "orc", seats: [], words: "" } }))).toBe(""); // a turn that begins
});

test("what changes is said once: what concerns all, and how one's own fare", () => {
  const hurt = { tahra: { name: "Tahra", left: [], pools: [{ name: "HP", now: 4, most: 12 }], conditions: [] } };
  const later = doc(2, { scene: { over: false, situation: [["Round", "2"], ["Escalation Counter", "2 of 6"]] }, beings: hurt });
  expect(standsSince(later, doc(2)).map(([, words]) => words)).toEqual(["Escalation Counter: 2 of 6.", "Tahra: HP 4 of 12."]);
  expect(standsSince(later, later)).toEqual([]);
});

test("what stands before the HP is told with them, also when it alone has changed", () => {
  const shielded = (conditions: object[]) => ({ name: "Tahra", fate: "up", left: [], pools: [{ name: "HP", now: 9, most: 12 }, { name: "EP", now: 2, most: 5 }], conditions }) as unknown as BeingShown;
  const spare = { name: "", words: "3 temporary HP", until: "" };
  const prone = { name: "prone", words: "Prone", until: "" };
  expect(faresAs(shielded([prone, spare]))).toBe("HP 9 of 12, EP 2 of 5, Prone, 3 temporary HP");
  const [bare, with3] = [doc(2, { beings: { tahra: shielded([]) } }), doc(2, { beings: { tahra: shielded([prone, spare]) } })];
  expect(standsSince(with3, bare).map(([, words]) => words)).toEqual(["Tahra: HP 9 of 12, 3 temporary HP."]);
  expect(standsSince(bare, with3).map(([, words]) => words)).toEqual(["Tahra: HP 9 of 12."]);
});

test("whom the table waits for is said where that is somebody else", () => {
  const bens = doc(2, { waiting: { for: "command", who: "orc", seats: ["ben"], words: "Orc" } });
  expect(waitsFor(bens, doc(2))).toBe("Waiting for Ben.");
  expect([waitsFor(bens, bens), waitsFor(doc(2), bens)]).toEqual(["", ""]);
});
