import { expect, test } from "vitest";
import type { Document } from "../protocol/types";
import { beginsTurn, callKey, callOf, callWords } from "./calls";

/** A document of the game master's seat, `mara`, in which these seats are waited for. */
function waits(kind: "answer" | "command" | "faces", seats: string[], more: object = {}): Document {
  return { scene: { over: false }, you: { seat: "mara" }, waiting: { for: kind, who: "gali", seats, words: "" }, question: null, faces: null, turn: { round: 1 }, ...more } as unknown as Document;
}

const question = { key: "ask bb.init.tie of gm" };

test("a question of one's own calls", () => {
  const doc = waits("answer", ["mara"], { question });
  expect(callOf(doc)).toBe("asked");
  expect(callWords(doc)).not.toBe("");
});

test("what is asked of somebody else does not call who may answer for them", () => {
  for (const doc of [waits("answer", ["ann"], { question }), waits("faces", ["ann"], { faces: question }), waits("command", ["ann"])]) {
    expect(callOf(doc)).toBe("");
    expect(callKey(doc)).toBe("");
    expect(callWords(doc)).toBe("");
  }
});

test("dice of one's own and one's own turn call, until all is over", () => {
  expect(callOf(waits("faces", ["mara"], { faces: question }))).toBe("throw");
  expect(callOf(waits("command", ["ann", "mara"]))).toBe("turn");
  expect(callOf(waits("command", ["mara"], { scene: { over: true } }))).toBe("");
});

test("what comes before the first turn calls by another name, and the turn calls anew", () => {
  const [before, turn] = ["Move once.", ""].map((words) => waits("command", ["mara"], { turn: { round: 1, before: words } }));
  expect(callWords(before!)).not.toBe(callWords(turn!));
  expect(callKey(before!)).not.toBe(callKey(turn!));
});

test("a turn in which others are asked goes on, and does not begin anew", () => {
  const turn = (round: number) => callKey(waits("command", ["mara"], { turn: { round } }));
  expect(beginsTurn(turn(1), "")).toBe(true);
  expect(beginsTurn(callKey(waits("answer", ["ann"])), turn(1))).toBe(false);
  expect(beginsTurn(turn(1), turn(1))).toBe(false);
  expect(beginsTurn(turn(2), turn(1))).toBe(true);
});
