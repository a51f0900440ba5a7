/** What follows from an answer, as the card says it. */

import type { BeingShown, OddsTold, Spread } from "../protocol/types";
import { words } from "../words";

export interface Change {
  name: string; // empty where the words say it, or it is of the scene
  words: string;
}

export interface Left {
  name: string;
  side: string;
  pool: string;
  before: string;
  after: string; // `4`, or `2 to 7`
  worse: boolean;
}

type Beings = Record<string, BeingShown>;

/** Several things that the server says in a row, as one reads them; a number stays with its %. */
export const inLine = (said: string): string => said.replace(/ {2,}/g, ", ").replaceAll(" %", "\u00a0%");

/** The odds of each answer without what comes of all of them alike: that is no matter of the choice. */
export function apart(every: readonly OddsTold[]): OddsTold[] {
  if (every.length < 2) return [...every];
  const everywhere = (has: (odds: OddsTold) => boolean) => every.every(has);
  return every.map((odds) => ({
    ...odds,
    changes: odds.changes.flatMap((change) => {
      const own = parts(change.words).filter((part) => !everywhere((other) => other.changes.some((one) => one.being === change.being && parts(one.words).includes(part))));
      return own.length ? [{ ...change, words: own.join("  ") }] : [];
    }),
    spread: odds.spread.filter((spread) => !everywhere((other) => other.spread.some((one) => JSON.stringify(one) === JSON.stringify(spread)))),
  }));
}

const parts = (said: string): string[] => said.split(/ {2,}/);

export function changesOf(odds: OddsTold, beings: Beings): Change[] {
  return odds.changes.map((change) => {
    const name = beings[change.being]?.name ?? "";
    return { name: change.words.includes(name) ? "" : name, words: inLine(change.words) };
  });
}

/** What it leaves in pools whose number is known. */
export function leftOf(odds: OddsTold, beings: Beings): Left[] {
  return odds.spread.flatMap((spread) => {
    const being = beings[spread.being];
    const pool = being?.pools.find((one) => one.name === spread.words);
    if (!being || pool?.now === undefined) return [];
    const [least, most] = bounds(spread);
    if (least === 0 && most === 0) return [];
    const after = least === most ? words.numbers.whole(pool.now + least) : words.margin.between(words.numbers.whole(pool.now + least), words.numbers.whole(pool.now + most));
    return [{ name: being.name, side: being.side, pool: pool.name, before: words.numbers.whole(pool.now), after, worse: least < 0 }];
  });
}

/** The least and the most by which it changes; where it may stay as it is that is one of them. */
function bounds(spread: Spread): [number, number] {
  const by = spread.by.filter((one) => one.value > 0).map((one) => one.change);
  const whole = spread.by.reduce((sum, one) => sum + one.value, 0) > 1 - 1e-9;
  const all = whole ? by : [...by, 0];
  return [Math.min(...all), Math.max(...all)];
}

/** `Heavy Strike: the most damage possible` → its name and what it does. */
export function namedAnswer(words: string): { name: string; about: string } {
  const at = words.indexOf(": ");
  const name = at > 0 ? words.slice(0, at) : words;
  return { name: name.charAt(0).toLocaleUpperCase() + name.slice(1), about: at > 0 ? words.slice(at + 2) : "" };
}
