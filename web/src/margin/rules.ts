/** Rules in our words, asked for once each. */

import { ask, Problem } from "../protocol/http";
import type { Rule } from "../protocol/types";

const known = new Map<string, Promise<Rule | null>>();

/** A rule of a game; nothing where the book has none of this id, as with what the table settles for itself. */
export function ruleOf(game: string, id: string): Promise<Rule | null> {
  const key = `${game} ${id}`;
  let found = known.get(key);
  if (!found) {
    found = ask("get", "/api/games/{game}/rules/{rule}", { path: { game, rule: id } }).then(
      (told) => told.rule,
      (fault: Error) => {
        if (!(fault instanceof Problem && fault.status === 404)) known.delete(key); // try again another time
        return null;
      },
    );
    known.set(key, found);
  }
  return found;
}
