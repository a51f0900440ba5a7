/** Rules and choices in few words. */

import { words } from "../words";

const MOST = 150; // letters

/** As many whole sentences of a rule as are short; nothing where the first is long, and its name has to do. */
export function wholly(says: string): string {
  let found = "";
  for (const sentence of says.split(/(?<=[.!?])\s+/)) {
    if (found.length + sentence.length >= MOST) break;
    found += `${found && " "}${sentence}`;
  }
  return found;
}

/** A choice by its name; of nothing that has none of its own, that it is nobody. */
export function called(one: { value: unknown; words: string }): string {
  return one.value === null && /^(none)?$/i.test(one.words) ? words.turn.nobody : one.words;
}
