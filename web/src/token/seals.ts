/** The conditions that stand in the menu: the same few in the same places, those that hold, and those that are searched. */

import type { ConditionShown, ValueTold } from "../protocol/types";

export interface SealShown {
  name: string;
  words: string;
  look: string;
  told: string; // all that is said of it, where it holds
  on: boolean;
}

const FEW = 6;

export function sealsOf(there: readonly ValueTold[], held: readonly ConditionShown[], search: string): SealShown[] {
  const wanted = search.trim().toLocaleLowerCase();
  const all = there.map((one) => shownOf(String(one.value), one.words, one.look ?? "", held));
  if (wanted) {
    const found = all.filter((one) => one.words.toLocaleLowerCase().includes(wanted));
    const first = (one: SealShown) => Number(!one.words.toLocaleLowerCase().startsWith(wanted));
    return found.sort((one, other) => first(one) - first(other)).slice(0, FEW);
  }
  return all.filter((one, at) => at < FEW || one.on);
}

function shownOf(name: string, words: string, look: string, held: readonly ConditionShown[]): SealShown {
  const under = held.find((one) => one.name === name);
  const told = under ? [under.words, under.until].filter(Boolean).join(", ") : "";
  return { name, words: words.charAt(0).toLocaleUpperCase() + words.slice(1), look: under?.look ?? look, told, on: under !== undefined };
}
