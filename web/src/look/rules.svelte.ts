/** The titles of a game's rules, once they are known. */

import { SvelteMap, SvelteSet } from "svelte/reactivity";
import { ruleLines } from "../protocol/books";

const titles = new SvelteMap<string, string>(); // by game and rule
const known = new SvelteSet<string>();

/** What the rule is called; empty while that is not known, and for what is no rule of the book. */
export function titleOf(game: string, rule: string): string {
  if (rule && !known.has(game)) void learn(game);
  return titles.get(`${game} ${rule}`) ?? "";
}

async function learn(game: string): Promise<void> {
  try {
    for (const rule of await ruleLines(game)) titles.set(`${game} ${rule.id}`, rule.title);
    known.add(game);
  } catch {
    // without its title a rule is not linked; it is asked for again
  }
}
