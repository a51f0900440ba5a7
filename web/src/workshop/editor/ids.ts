/** What an entry is called in files: made of its name, so that nobody types it. */

const MOST = 60; // letters

export function idOf(name: string, taken: readonly string[] = [], fallback = "entry"): string {
  const made = name.toLowerCase().normalize("NFKD").replace(/[\u0300-\u036f'’]/g, "").replace(/[^a-z0-9]+/g, "_").replace(/^_+|_+$/g, "").slice(0, MOST) || fallback;
  if (!taken.includes(made)) return made;
  for (let number = 2; ; number += 1) if (!taken.includes(`${made}_${number}`)) return `${made}_${number}`;
}

/** Those that are nearest to what somebody has in mind come first: by the words that they share with its name. */
export function nearest<T extends { name: string; text: string; group: string; from: string }>(entries: readonly T[], sought: string): T[] {
  const wanted = wordsOf(sought);
  const near = (entry: T): number => {
    const [name, rest] = [wordsOf(entry.name), wordsOf(`${entry.group} ${entry.text}`)];
    return wanted.reduce((sum, word) => sum + (name.some((one) => one.startsWith(word)) ? 3 : rest.some((one) => one.startsWith(word)) ? 1 : 0), 0);
  };
  return entries.map((entry, place) => ({ entry, place, near: near(entry) })).sort((one, other) => other.near - one.near || one.place - other.place).map(({ entry }) => entry);
}

const wordsOf = (text: string): string[] => text.toLowerCase().split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 2);
