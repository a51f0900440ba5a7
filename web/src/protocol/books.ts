/** What the books say, asked for once each; what went wrong is asked again the next time. */

import { ask } from "./http";
import type { GameTold, Rule, RuleLine } from "./types";

/** A game: its scenes, characters, options and policies. */
export const gameTold = once((game: string): Promise<GameTold> => ask("get", "/api/games/{game}", { path: { game } }));

/** The rules of a game, each as one line. */
export const ruleLines = once((game: string): Promise<RuleLine[]> => ask("get", "/api/games/{game}/rules", { path: { game } }));

const ruleTold = once(async (game: string, rule: string): Promise<Rule> => (await ask("get", "/api/games/{game}/rules/{rule}", { path: { game, rule } })).rule);

/** A rule in our words; nothing where the book has none of this id, as with what the table settles for itself. */
export async function ruleOf(game: string, id: string): Promise<Rule | null> {
  return (await ruleLines(game)).some((rule) => rule.id === id) ? ruleTold(game, id) : null;
}

export function once<A extends string[], T>(make: (...of: A) => Promise<T>): (...of: A) => Promise<T> {
  const kept = new Map<string, Promise<T>>();
  return (...of) => {
    const key = of.join(" ");
    const known = kept.get(key);
    if (known) return known;
    const found = make(...of);
    kept.set(key, found);
    found.catch(() => kept.delete(key));
    return found;
  };
}
