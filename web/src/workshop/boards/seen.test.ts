import { expect, test } from "vitest";
import type { BoardSeen } from "../../protocol/types";
import { Seen, type SeenAsked } from "./seen.svelte";

const told = (words: string): BoardSeen => ({ words, rule: "", title: "", unit: "", cells: [], rooms: [], lines: [], ways: [] });
const soon = (milliseconds = 5) => new Promise((done) => setTimeout(done, milliseconds));

test("what is asked for anew while the answer is on its way is not told of the board as it was", async () => {
  const asked: SeenAsked[] = [];
  const answers: ((told: BoardSeen) => void)[] = [];
  const seen = new Seen((what) => {
    asked.push(what);
    return new Promise((answer) => answers.push(answer));
  }, 0);
  seen.see("nobody looks");
  seen.look = "sight";
  seen.who = { from: "tahra", name: "Tahra", ally: true, at: [1, 1] };
  seen.see("first");
  await soon();
  seen.see("second");
  seen.see("third");
  await soon();
  answers[0]!(told("of the first"));
  await soon();
  expect([seen.told, seen.pale]).toEqual([null, true]);
  answers[1]!(told("of the third"));
  await soon();
  expect([asked.map(({ text }) => text), seen.told?.words, seen.pale]).toEqual([["first", "third"], "of the third", false]);
  seen.look = "off";
  seen.see("third");
  expect(seen.told).toBeNull();
});
