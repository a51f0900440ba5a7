/** The seals that this browser has seen while an evening was open, and when: so that nobody can put another in its place. */

import { keep, kept } from "../look/kept";

export interface Seen {
  seal: string;
  at: number; // milliseconds since 1970
}

const nameOf = (table: string) => `seals.${table}`;

export function seals(table: string): Record<string, Seen> {
  try {
    return JSON.parse(kept(nameOf(table)) ?? "{}") as Record<string, Seen>;
  } catch {
    return {};
  }
}

/** The first that was seen of an evening stays. */
export function keepSeal(table: string, evening: number, seal: string): void {
  const all = seals(table);
  if (!seal || all[evening]) return;
  keep(nameOf(table), JSON.stringify({ ...all, [evening]: { seal, at: Date.now() } }));
}
