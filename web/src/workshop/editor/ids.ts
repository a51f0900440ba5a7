/** What an entry is called in files: made of its name, so that nobody types it. */

const MOST = 60; // letters
const MOST_NEAR = 6;

interface Line {
  name: string;
  text: string;
  group: string;
  from: string;
}

export function idOf(name: string, taken: readonly string[] = [], fallback = "entry"): string {
  const made = name.toLowerCase().normalize("NFKD").replace(/[\u0300-\u036f'’]/g, "").replace(/[^a-z0-9]+/g, "_").replace(/^_+|_+$/g, "").slice(0, MOST) || fallback;
  if (!taken.includes(made)) return made;
  for (let number = 2; ; number += 1) if (!taken.includes(`${made}_${number}`)) return `${made}_${number}`;
}

/** Those that are nearest to what somebody has in mind come first: by the words that they share with its name. */
export function nearest<T extends Line>(entries: readonly T[], sought: string): T[] {
  const wanted = wordsOf(sought);
  return entries.map((entry, place) => ({ entry, place, near: nearness(entry, wanted) })).sort((one, other) => other.near - one.near || one.place - other.place).map(({ entry }) => entry);
}

/** All that have the words of a search, as they are listed: those near to a name, then the others by their groups. */
export function listed<T extends Line>(entries: readonly T[], name: string, sought: string, titles: { near: string; rest: string }): { title: string; lines: T[] }[] {
  const asked = sought.toLowerCase().split(/\s+/).filter(Boolean);
  const found = nearest(entries.filter((entry) => asked.every((word) => `${entry.name} ${entry.group} ${entry.from} ${entry.text}`.toLowerCase().includes(word))), name);
  if (new Set(entries.map(({ group }) => group)).size < 2) return found.length ? [{ title: "", lines: found }] : [];
  const wanted = wordsOf(name);
  const near = found.slice(0, MOST_NEAR).filter((entry) => nearness(entry, wanted) > 0);
  const groups = new Map<string, T[]>();
  for (const entry of entries) if (entry.group) groups.set(entry.group, []); // in the order of the book, whatever is sought
  for (const entry of found.slice(near.length)) groups.set(entry.group, [...(groups.get(entry.group) ?? []), entry]);
  return [{ title: titles.near, lines: near }, ...[...groups].map(([group, lines]) => ({ title: group || titles.rest, lines }))].filter(({ lines }) => lines.length);
}

function nearness(entry: Line, wanted: readonly string[]): number {
  const [name, rest] = [wordsOf(entry.name), wordsOf(`${entry.group} ${entry.text}`)];
  return wanted.reduce((sum, word) => sum + (name.some((one) => one.startsWith(word)) ? 3 : rest.some((one) => one.startsWith(word)) ? 1 : 0), 0);
}

const wordsOf = (text: string): string[] => text.toLowerCase().split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 2);
