/** The signs of each game: what its pools, actions and points are drawn as. Countable things are counted, all else is a bar. */

import type { PaidShown } from "../protocol/types";

export type Shape = "plate" | "lozenge" | "open" | "disc" | "flame" | "flag" | "tally" | "panel" | "effort" | "slot" | "turn";
export type Tone = "gold" | "ember" | "ally" | "accent" | "ink" | "burst" | "moss";

export interface SignOf {
  shape: Shape;
  tone: Tone;
}

interface Signs {
  pools: Record<string, SignOf>; // by the name of the pool
  bars: Record<string, Tone>; // colours of bars that do not tell health
  prices: Record<string, SignOf>; // by the unit that is paid: `AP`, `Major`
  counters: Record<string, SignOf>; // by the label of what concerns everybody
  alternate: boolean; // sides take turns, and who comes next is chosen
}

const REACTION: SignOf = { shape: "turn", tone: "ally" };
const NONE: Signs = { pools: {}, bars: {}, prices: {}, counters: {}, alternate: false };

const SIGNS: Record<string, Signs> = {
  bluebox: {
    ...NONE,
    pools: { Plating: { shape: "plate", tone: "ally" }, EP: { shape: "disc", tone: "ember" } },
    prices: { AP: { shape: "lozenge", tone: "gold" }, EP: { shape: "disc", tone: "ember" }, Reaction: REACTION },
    counters: { "Escalation Counter": { shape: "disc", tone: "ember" } },
  },
  cloudbreaker: {
    ...NONE,
    pools: { Spirit: { shape: "flame", tone: "ally" }, Morale: { shape: "flag", tone: "ember" } },
    bars: { MP: "ally", Resolve: "gold" },
    prices: { Major: { shape: "lozenge", tone: "gold" }, minor: { shape: "open", tone: "gold" } },
    counters: { "Enemy morale": { shape: "flag", tone: "ember" } },
  },
  navyblue: {
    ...NONE,
    pools: { Slots: { shape: "slot", tone: "ally" } },
    prices: { Action: { shape: "lozenge", tone: "gold" }, MP: { shape: "open", tone: "gold" } },
    alternate: true,
  },
  crawl: {
    ...NONE,
    pools: { EP: { shape: "tally", tone: "accent" } },
    prices: { EP: { shape: "tally", tone: "accent" } },
  },
  vitality: {
    ...NONE,
    pools: { Efforts: { shape: "effort", tone: "burst" } },
    prices: { Primary: { shape: "panel", tone: "ink" }, Effort: { shape: "effort", tone: "burst" }, Reaction: REACTION },
  },
};

export function signsOf(game: string): Signs {
  return SIGNS[game] ?? NONE;
}

const MOST: Partial<Record<Shape, number>> = { slot: 16, tally: 20 };

/** Can so many be counted at a glance? */
export function countable(sign: SignOf, most: number): boolean {
  return most <= (MOST[sign.shape] ?? 10);
}

/** What concerns everybody, where the game has a sign for it and it is a number that can be counted: `6 of 10`, `3`. */
export function countedAs(game: string, label: string, value: string): { sign: SignOf; now: number; most: number } | null {
  const sign = signsOf(game).counters[label];
  const found = /^(\d+)(?: of (\d+))?$/.exec(value);
  if (!sign || !found) return null;
  const now = Number(found[1]);
  const most = Number(found[2] ?? now);
  return countable(sign, Math.max(now, most)) ? { sign, now, most } : null;
}

/** A part of a price or of what is left to spend: signs where the game has one for it, and its words. */
export interface Piece {
  sign: SignOf | null;
  count: number;
  words: string; // all of it, for who listens
  rest: string; // what the signs do not say
}

const MOST_SIGNS = 5;

/** 1 AP and 1 EP → a lozenge and a disc. */
export function pieces(game: string, price: readonly PaidShown[]): Piece[] {
  const signs = signsOf(game).prices;
  return price.map(({ amount, unit, words, rest }) => {
    const sign = amount >= 1 && amount <= MOST_SIGNS ? signs[unit] : undefined;
    return sign ? { sign, count: amount, words, rest } : { sign: null, count: 0, words, rest: words };
  });
}

/** All of a price in words. */
export function priceWords(price: readonly PaidShown[]): string {
  return price.map(({ words }) => words).join(", ");
}

/** So much of what there is: the number that stands on a place one can go to. */
export function shareOf(price: readonly PaidShown[]): string {
  return String(price.find(({ of }) => of !== null)?.amount ?? "");
}

/** What has to be spent besides, in words: nothing for what is left of a move under way. */
export function spentBeside(price: readonly PaidShown[]): string {
  return priceWords(price.filter(({ of, amount }) => of === null && amount > 0));
}
