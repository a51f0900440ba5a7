import { expect, test } from "vitest";
import type { RollShown } from "../protocol/types";
import type { Card } from "./cards";
import { latestOf, unreadOf } from "./latest";

const roll = { title: "Attack" } as RollShown;
const card = (told: number, words: string, more: Partial<Card> = {}): Card => ({ told, line: 0, by: "", at: 0, words, parts: [], rule: "", rank: "", rolls: [], undone: false, ...more });
const told = (cards: Card[]) => cards.map(({ words }) => words);

test("the last roll is shown with what followed from it", () => {
  const cards = [card(1, "moves"), card(2, "shoots", { rolls: [roll] }), card(2, "loses 4"), card(3, "turn", { rank: "turn" })];
  expect(told(latestOf(cards))).toEqual(["shoots", "loses 4"]);
});

test("two rolls of one doing are shown together, those of an earlier one are not", () => {
  const cards = [card(1, "defends", { rolls: [roll] }), card(2, "shoots", { rolls: [roll] }), card(2, "wounds", { rolls: [roll] })];
  expect(told(latestOf(cards))).toEqual(["shoots", "wounds"]);
});

test("a roll of long ago gives way to the last line", () => {
  const cards = [card(1, "shoots", { rolls: [roll] }), card(2, "moves"), card(3, "opens"), card(4, "hides")];
  expect(told(latestOf(cards))).toEqual(["hides"]);
  expect(latestOf([card(1, "round", { rank: "round" })])).toEqual([]);
});

test("lines are counted after the last that was read, without headings", () => {
  const cards = [card(1, "moves"), card(2, "turn", { rank: "turn" }), card(2, "shoots"), card(3, "hides")];
  expect(unreadOf(cards, 1)).toBe(2);
  expect(unreadOf(cards, 3)).toBe(0);
});
