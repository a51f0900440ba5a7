/** What follows from an answer, as the card says it. */

import type { BeingShown, Choice, OddsTold, Spread } from "../protocol/types";
import { words } from "../words";

export interface Change {
  name: string; // empty where it is of the scene
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

/** A number stays with its %. */
export const unbroken = (said: string): string => said.replaceAll(" %", "\u00a0%");

/** The odds of each answer without what comes of all of them alike: that is no matter of the choice. */
export function apart(every: readonly OddsTold[]): OddsTold[] {
  if (every.length < 2) return [...every];
  const everywhere = (has: (odds: OddsTold) => boolean) => every.every(has);
  return every.map((odds) => ({
    ...odds,
    changes: odds.changes.flatMap((change) => {
      const own = change.words.filter((part) => !everywhere((other) => other.changes.some((one) => one.being === change.being && one.words.includes(part))));
      return own.length ? [{ ...change, words: own }] : [];
    }),
    spread: odds.spread.filter((spread) => !everywhere((other) => other.spread.some((one) => JSON.stringify(one) === JSON.stringify(spread)))),
  }));
}

export function changesOf(odds: OddsTold, beings: Beings): Change[] {
  return odds.changes.map(({ being, words }) => ({ name: beings[being]?.name ?? "", words: unbroken(words.join(", ")) }));
}

/** What it leaves in pools whose number is known. */
export function leftOf(odds: OddsTold, beings: Beings): Left[] {
  return odds.spread.flatMap((spread) => {
    const being = beings[spread.being];
    const pool = being?.pools.find((one) => one.name === spread.pool);
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

/** What stands on the card of an answer. */
export function titled(words: string): string {
  return words.charAt(0).toLocaleUpperCase() + words.slice(1);
}

/** What the button of the only answer says: there is nothing to choose, and one goes on. */
export function onwardWith({ value, words: answer }: Pick<Choice, "value" | "words">): string {
  return value === false ? words.margin.goOnWithout : words.margin.goOnWith(answer);
}
