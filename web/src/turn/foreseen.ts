/** What a deed comes to, made ready to be drawn: who is hurt and how likely, the bars of the chart, and all the rest. */

import type { BeingShown, OddsTold, StateOf } from "../protocol/types";

type Beings = Record<string, BeingShown>;
type Spread = OddsTold["spread"][number];

/** Pools whose loss is what a blow is about. */
const VITAL = new Set(["HP", "MP", "Vigor"]);
const FALLEN = /^(down|downed|out|unconscious|knocked out|defeated|dead|stasis|dismissed)$/i;

/** What may happen to the pool of one being. */
export interface Harm {
  being: string;
  pool: string;
  now: number | null; // what it has, where that is known exactly
  spread: Spread;
  touched: number; // the chance that anything changes
  mean: number; // the change, if anything does
  falls: { words: string; value: number; exact: string } | null; // words are empty where only the pool says so
}

/** The beings at whom the deed is aimed or who are caught in it, in the order of the spread. */
export function harms(odds: OddsTold, beings: Beings): Harm[] {
  const actor = odds.command.actor;
  const found: Harm[] = [];
  for (const spread of odds.spread) {
    const pool = beings[spread.being]?.pools.find((one) => one.name === spread.words);
    if (!pool || !VITAL.has(spread.words) || (spread.being === actor && !aimedAt(odds, actor))) continue;
    if (found.some((one) => one.being === spread.being)) continue;
    const touched = sum(spread.by.map((one) => one.value));
    found.push({
      being: spread.being,
      pool: spread.words,
      now: pool.now ?? null,
      spread,
      touched,
      mean: touched ? sum(spread.by.map((one) => one.value * one.change)) / touched : 0,
      falls: fallOf(odds, spread, pool.now ?? null),
    });
  }
  const target = Object.values(odds.command.args);
  return found.sort((one, other) => Number(target.includes(other.being)) - Number(target.includes(one.being)));
}

function aimedAt(odds: OddsTold, who: string): boolean {
  return Object.values(odds.command.args).includes(who);
}

function fallOf(odds: OddsTold, spread: Spread, now: number | null): Harm["falls"] {
  const states = odds.gained.filter((state) => state.being === spread.being && FALLEN.test(state.words));
  const likeliest = states.sort((one, other) => other.value - one.value)[0];
  if (likeliest) return likeliest;
  const last = now === null ? [] : spread.by.filter((one) => now > 0 && one.change <= -now);
  return last.length ? { words: "", value: sum(last.map((one) => one.value)), exact: last.length === 1 ? (last[0]?.exact ?? "") : "" } : null;
}

/** A bar of the chart: a change from `from` to `to`, and whether that takes the last of it. */
export interface Bar {
  from: number;
  to: number;
  value: number;
  last: boolean;
}

export interface Chart {
  none: number; // the chance that nothing changes
  bars: Bar[];
  gain: boolean;
  lastAt: number | null; // before which bar the line stands
}

const MOST_BARS = 15;

/** Bars by size of the change, the smallest first; many of them are put together, so that all can be seen. */
export function chart(harm: Harm, unexplored: number): Chart {
  const by = harm.spread.by;
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
  return { none: Math.max(0, 1 - harm.touched - unexplored), bars, gain, lastAt: lastAt < 0 ? null : lastAt };
}

/** What comes of it besides the blow itself: other numbers, conditions gained and lost; the likeliest first. */
export interface Beside {
  being: string; // empty: the whole scene
  words: string;
  value: number;
  lost: boolean; // a condition that goes
}

export function besides(odds: OddsTold, shown: Harm[]): Beside[] {
  const drawn = new Set(shown.map((harm) => harm.spread));
  const falls = new Set(shown.map((harm) => harm.falls as unknown));
  const numbers = odds.spread
    .filter((spread) => !drawn.has(spread))
    .map((spread) => ({ being: spread.being, words: `${range(spread)} ${spread.words}`, value: sum(spread.by.map((one) => one.value)), lost: false }));
  const state = (one: StateOf, lost: boolean) => ({ being: one.being, words: one.words, value: one.value, lost });
  const gained = odds.gained.filter((one) => !falls.has(one)).map((one) => state(one, false));
  const lost = odds.lost.map((one) => state(one, true));
  return [...numbers, ...gained, ...lost].sort((one, other) => other.value - one.value);
}

function range(spread: Spread): string {
  const sizes = spread.by.map((one) => one.change);
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)];
  return least === most ? signed(least) : Math.abs(least) > Math.abs(most) ? `${signed(most)} … ${signed(least)}` : `${signed(least)} … ${signed(most)}`;
}

export function signed(number: number): string {
  return number < 0 ? `−${-number}` : number > 0 ? `+${number}` : "0";
}

/** `27/33` → 27 and 33; nothing where no fraction is worth reading. */
export function fraction(exact: string): [string, string] | null {
  const [over, under] = exact.split("/");
  return over && under && under.length <= 4 ? [over, under] : null;
}

function sum(numbers: number[]): number {
  return numbers.reduce((one, other) => one + other, 0);
}
