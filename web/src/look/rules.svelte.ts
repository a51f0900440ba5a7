/** The titles of a game's rules, asked for once. */

import { SvelteMap } from "svelte/reactivity";
import { ask } from "../protocol/http";

const titles = new SvelteMap<string, string>(); // by game and rule
const asked = new Set<string>();

function learn(game: string): void {
  if (asked.has(game)) return;
  asked.add(game);
  ask("get", "/api/games/{game}/rules", { path: { game } }).then(
    (rules) => rules.forEach((rule) => titles.set(`${game} ${rule.id}`, rule.title)),
    () => asked.delete(game),
  );
}

/** What the rule is called; empty while that is not known, and for what is no rule of the book. */
export function titleOf(game: string, rule: string): string {
  if (rule) learn(game);
  return titles.get(`${game} ${rule}`) ?? "";
}
