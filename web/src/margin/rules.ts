/** Rules in our words, asked for once each. */

import { ask } from "../protocol/http";
import type { Rule } from "../protocol/types";

const known = new Map<string, Promise<Rule | null>>();
const lists = new Map<string, Promise<Set<string>>>();

/** A rule of a game; nothing where the book has none of this id, as with what the table settles for itself. */
export function ruleOf(game: string, id: string): Promise<Rule | null> {
  return once(known, `${game} ${id}`, async () => {
    const all = await idsOf(game);
    return all.has(id) ? (await ask("get", "/api/games/{game}/rules/{rule}", { path: { game, rule: id } })).rule : null;
  }).catch(() => null);
}

function idsOf(game: string): Promise<Set<string>> {
  return once(lists, game, async () => new Set((await ask("get", "/api/games/{game}/rules", { path: { game } })).map((rule) => rule.id)));
}

/** What goes wrong is tried again another time. */
function once<T>(kept: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  let found = kept.get(key);
  if (!found) {
    found = make();
    kept.set(key, found);
    found.catch(() => kept.delete(key));
  }
  return found;
}
