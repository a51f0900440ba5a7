import { expect, test } from "vitest";
import type { RollShown } from "../protocol/types";
import type { Card } from "./cards";
import { latestOf, unreadOf } from "./latest";

const roll = { title: "Attack" } as RollShown;
const card = (told: number, words: string, more: Partial<Card> = {}): Card => ({
  told, line: 0, by: "", at: 0, words, parts: [], head: [], rule: "", rank: "", rolls: [], came: [], aside: false, deed: told, byHand: false, undone: false, ...more,
});
const told = (cards: Card[]) => cards.map(({ words }) => words);

test("the last roll is shown with what followed from it", () => {
  const cards = [card(1, "moves"), card(2, "shoots", { rolls: [roll] }), card(2, "loses 4"), card(3, "turn", { rank: "turn" })];
  expect(told(latestOf(cards))).toEqual(["shoots", "loses 4"]);
});

test("the last of several rolls", () => {
  const cards = [card(2, "shoots", { rolls: [roll] }), card(3, "strikes", { rolls: [roll] }), card(4, "moves")];
  expect(told(latestOf(cards))).toEqual(["strikes", "moves"]);
});

test("where nothing was rolled lately the last deed is shown, and what was undone never", () => {
  const cards = [card(1, "shoots", { rolls: [roll] }), card(2, "moves"), card(3, "hides"), card(4, "falls", { undone: true })];
  expect(told(latestOf(cards))).toEqual(["hides"]);
  expect(latestOf([card(1, "round", { rank: "round" })])).toEqual([]);
});

test("what is new is counted by deeds", () => {
  const cards = [card(1, "moves"), card(2, "shoots"), card(2, "loses 4"), card(3, "turn", { rank: "turn" }), card(4, "hides")];
  expect([unreadOf(cards, 1), unreadOf(cards, 4)]).toEqual([2, 0]);
});
