/** What happened last, for a screen that has no room for the record. */

import type { Card } from "./cards";
import { deedsOf, hasRolls } from "./deeds";

const MOST = 2; // deeds

/** The last deed with dice and all that was done since, where that is not long ago; else the last one alone. */
export function latestOf(cards: readonly Card[]): Card[] {
  const near = deedsOf(cards.filter((card) => !card.undone)).filter((deed) => deed.rank === "").slice(-MOST);
  const rolled = near.findLastIndex(hasRolls);
  return near.slice(rolled < 0 ? -1 : rolled).flatMap((deed) => deed.cards);
}

/** How many deeds are new after this doing; headings of rounds and turns do not count. */
export function unreadOf(cards: readonly Card[], until: number): number {
  return deedsOf(cards.filter((card) => card.told > until)).filter((deed) => deed.rank === "").length;
}
