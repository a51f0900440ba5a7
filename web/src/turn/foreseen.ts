/** What a deed comes to, made ready to be drawn: the bars of the chart, and all that comes of it besides. */

import type { Harm, OddsTold, StateOf } from "../protocol/types";
import { words } from "../words";

type Spread = OddsTold["spread"][number];

/** By how much the pool of a harm may change. */
export function spreadOf(odds: OddsTold, harm: Harm): Spread["by"] {
  return odds.spread.find((spread) => isOf(spread, harm))?.by ?? [];
}

const isOf = (spread: Spread, harm: Harm): boolean => spread.being === harm.being && spread.pool === harm.pool;

/** A bar of the chart: a change from `from` to `to`, and whether that takes the last of it. */
export interface Bar {
  from: number;
  to: number;
  value: number;
  last: boolean;
}

export interface Chart {
  miss: number; // the chance that it does not even succeed
  none: number; // the chance that it does, and nothing changes all the same
  bars: Bar[];
  gain: boolean;
  lastAt: number | null; // before which bar the line stands
}

const MOST_BARS = 15;

/** Bars by size of the change, the smallest first; many of them are put together, so that all can be seen. Where one roll
 * says whether it succeeds, what fails is told apart from what succeeds and changes nothing. */
export function chart(harm: Harm, by: Spread["by"], unexplored: number, succeeds: number | null = null): Chart {
  const gain = harm.mean > 0;
  const sizes = by.map((one) => Math.abs(one.change));
  const least = Math.min(...sizes);
  const most = Math.max(...sizes);
  const step = Math.ceil((most - least + 1) / MOST_BARS);
  const last = gain || harm.now === null || harm.now <= 0 ? null : harm.now;
  const start = last === null || step === 1 ? least : least - ((((least - last) % step) + step) % step); // a bar begins where it is the last
  const bars: Bar[] = [];
  for (let from = start; from <= most; from += step) {
    const inside = by.filter((one) => Math.abs(one.change) >= from && Math.abs(one.change) < from + step && one.change > 0 === gain);
    bars.push({ from: Math.max(from, least), to: Math.min(from + step - 1, most), value: sum(inside.map((one) => one.value)), last: last !== null && from >= last });
  }
  const lastAt = bars.findIndex((bar) => bar.last);
  const unchanged = Math.max(0, 1 - harm.touched.value - unexplored);
  const miss = succeeds === null ? 0 : Math.min(unchanged, 1 - succeeds);
  return { miss, none: unchanged - miss, bars, gain, lastAt: lastAt < 0 ? null : lastAt };
}

/** Where no roll says whether it succeeds: how likely the one who is meant is hurt or mended at all. */
export function leadOf(odds: OddsTold): Harm["touched"] | null {
  const [only, ...others] = odds.harms;
  return only && !others.length && !odds.chances.length ? only.touched : null;
}

/** What a deed takes or gives on average, whether it succeeds or not. */
export function onAverage(harm: Harm): number {
  return harm.mean * harm.touched.value;
}

const RARE = 0.05;

/** So unlikely that it is told, and not stressed. */
export const isRare = (chance: { value: number }): boolean => chance.value < RARE;

/** What comes of it besides the blow itself: other numbers, conditions gained and lost; the likeliest first. */
export interface Beside {
  being: string; // empty: the whole scene
  words: string;
  value: number;
  lost: boolean; // a condition that goes
}

export function besides(odds: OddsTold): Beside[] {
  const numbers = odds.spread
    .filter((spread) => !odds.harms.some((harm) => isOf(spread, harm)))
    .map((spread) => ({ being: spread.being, words: `${range(spread)} ${spread.words}`, value: sum(spread.by.map((one) => one.value)), lost: false }));
  const state = (one: StateOf, lost: boolean) => ({ being: one.being, words: one.words, value: one.value, lost });
  const told = (one: StateOf) => one.ends && odds.harms.some((harm) => harm.being === one.being); // with the blow
  const gained = odds.gained.filter((one) => !told(one)).map((one) => state(one, false));
  const lost = odds.lost.map((one) => state(one, true));
  return [...numbers, ...gained, ...lost].sort((one, other) => other.value - one.value);
}

function range(spread: Spread): string {
  const { signed } = words.numbers;
  const sizes = spread.by.map((one) => one.change);
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)];
  return least === most ? signed(least) : Math.abs(least) > Math.abs(most) ? `${signed(most)} … ${signed(least)}` : `${signed(least)} … ${signed(most)}`;
}

/** `27/33` → 27 and 33; nothing where no fraction is worth reading. */
export function fraction(exact: string): [string, string] | null {
  const [over, under] = exact.split("/");
  return over && under && under.length <= 4 ? [over, under] : null;
}

function sum(numbers: number[]): number {
  return numbers.reduce((one, other) => one + other, 0);
}

/** The letter by which one of several is known, in the card and on the board. */
export const letterOf = (at: number): string => String.fromCharCode(97 + at);

/** How far each is pushed, and how likely: not at all first, then by each distance. */
export function pushedOf(odds: Pick<OddsTold, "moved">): { being: string; rows: { steps: number; value: number }[] }[] {
  return [...new Set(odds.moved.map(({ being }) => being))].map((being) => {
    const by = new Map<number, number>();
    for (const { steps, value } of odds.moved.filter((one) => one.being === being && one.steps !== null)) by.set(steps!, (by.get(steps!) ?? 0) + value);
    const stays = 1 - [...by.values()].reduce((sum, value) => sum + value, 0);
    const rows = [...by].map(([steps, value]) => ({ steps, value })).sort((one, other) => one.steps - other.steps);
    return { being, rows: stays > 0.0005 ? [{ steps: 0, value: stays }, ...rows] : rows };
  });
}
