/** Luck as it is drawn and said: where a mean face lies beside what dice show on average, and how rare that is. */

import type { LuckShown } from "../protocol/types";
import { words } from "../words";

const FEW = 5; // of fewer dice nothing is to be said
const RARE = 3; // what at least one fight in so many has is ordinary
const MOST = 1_000_000; // what is rarer is told so

export const meanOf = (luck: LuckShown): number => luck.total / luck.dice;
export const expectedOf = (luck: LuckShown): number => (luck.sides + 1) / 2;

/** Are they enough to be set beside what dice show on average? */
export const isTelling = (luck: LuckShown): boolean => luck.dice >= FEW;

/** How many standard deviations of a mean of so many dice it is above what is expected. */
export function above(mean: number, luck: LuckShown): number {
  return (mean - expectedOf(luck)) / Math.sqrt((luck.sides ** 2 - 1) / 12 / luck.dice);
}

/** How rare, in words: of as many dice, one fight, or whatever has so many, in so many has better ones, or worse ones. */
export function rarity(luck: LuckShown, of: string = words.ending.fight): string {
  const { dice, better, worse } = luck;
  if (!isTelling(luck)) return words.ending.fewDice(dice);
  if (better === 0) return words.ending.bestOfAll;
  if (worse === 0) return words.ending.worstOfAll;
  if (better >= RARE) return words.ending.betterThan(of, oneIn(better));
  if (worse >= RARE) return words.ending.worseThan(of, oneIn(worse));
  return words.ending.ordinary;
}

function oneIn(many: number): string {
  return many >= MOST ? words.ending.million : many.toLocaleString("en");
}
