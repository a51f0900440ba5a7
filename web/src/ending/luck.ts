/** Luck as it is drawn and said: where a mean face lies beside what dice show on average, and how rare that is. */

import type { LuckShown } from "../protocol/types";
import { words } from "../words";

export const meanOf = (luck: LuckShown): number => luck.total / luck.dice;
export const expectedOf = (luck: LuckShown): number => (luck.sides + 1) / 2;

/** How many standard deviations of a mean of so many dice it is above what is expected. */
export function above(mean: number, luck: LuckShown): number {
  return (mean - expectedOf(luck)) / Math.sqrt((luck.sides ** 2 - 1) / 12 / luck.dice);
}

/** How rare, in words: of as many dice, one fight in so many has better ones, or worse ones. */
export function rarity({ more, less }: LuckShown): string {
  if (more === 0) return words.ending.bestOfAll;
  if (less === 0) return words.ending.worstOfAll;
  if (more <= 1 / 3) return words.ending.betterThan(oneIn(more));
  if (less <= 1 / 3) return words.ending.worseThan(oneIn(less));
  return words.ending.ordinary;
}

function oneIn(share: number): string {
  const one = 1 / share;
  return one > 1_000_000 ? "more than a million" : Math.round(one).toLocaleString("en");
}
