/** Rules in few words, for a card. */

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
