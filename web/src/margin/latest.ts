/** What happened last, for a screen that has no room for the record. */

import type { Card } from "./cards";

const MOST = 3; // lines

/** The last roll with all that was told since, where that is not long ago; else the last line alone. */
export function latestOf(cards: readonly Card[]): Card[] {
  const said = cards.filter((card) => card.rank === "" && !card.undone);
  const near = said.slice(-MOST);
  const rolled = near.findLast((card) => card.rolls.length > 0);
  if (!rolled) return said.slice(-1);
  return near.slice(near.findIndex((card) => card.told === rolled.told && card.rolls.length > 0));
}

/** How many lines were told after this doing; headings of rounds and turns do not count. */
export function unreadOf(cards: readonly Card[], until: number): number {
  return cards.filter((card) => card.told > until && card.rank === "").length;
}
