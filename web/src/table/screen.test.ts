import { expect, test } from "vitest";
import type { Document } from "../protocol/types";
import { Screen } from "./screen.svelte";

/** What a seat sees while the table waits for one. */
function sees(seat: string, waits: string, more: Partial<Document> = {}, round = 1): Document {
  const waiting = { for: "command", who: `hero of ${waits}`, seats: [waits], words: "", about: "" };
  const rest = { scene: { over: false }, turn: { round }, faces: null, question: null, board: null, fog: {}, beings: { a: {}, b: {} }, notes: {}, handouts: {}, drawings: {} };
  return { you: { seat }, waiting, ...rest, ...more } as unknown as Document;
}

function shared(ada: Partial<Document> = {}): { screen: Screen; waits(seat: string, round?: number): void } {
  const tables = [{ document: sees("ada", "ada", ada) }, { document: sees("ben", "ada") }];
  const screen = new Screen(tables);
  return {
    screen,
    waits(seat, round = 1) {
      tables[0]!.document = sees("ada", seat, ada, round);
      tables[1]!.document = sees("ben", seat, {}, round);
      screen.follow();
    },
  };
}

test("who is waited for sees their own side of the table, at once where both know the same", () => {
  const { screen, waits } = shared();
  waits("ada");
  expect([screen.at, screen.to]).toEqual([0, null]);
  waits("ben");
  expect([screen.at, screen.to]).toEqual([1, null]);
});

test("where one knows what the other does not, the screen is handed over first", () => {
  const { screen, waits } = shared({ handouts: { letter: {} } } as unknown as Partial<Document>);
  waits("ben");
  expect([screen.at, screen.to]).toEqual([0, 1]);
  screen.take();
  expect([screen.at, screen.to]).toEqual([1, null]);
  waits("ada");
  expect(screen.to).toBe(0);
});

test("it is not handed over when they were meant no more, and not taken away from who looks meanwhile", () => {
  const { screen, waits } = shared();
  waits("ada");
  screen.turn(1);
  waits("ada");
  expect(screen.at).toBe(1); // Ben looks while Ada is waited for
  waits("nobody");
  expect(screen.at).toBe(1);
  waits("ada", 2);
  expect(screen.at).toBe(0);
});
