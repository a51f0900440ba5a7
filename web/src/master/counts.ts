/** What waits for the game master, by the place of the drawer where it is settled. */

import type { Document } from "../protocol/types";

export interface Counts {
  now: number; // wishes, and what broke down
  people: number; // who knocked
  papers: number; // rulings that are doubted
}

export function countsOf(doc: Document): Counts {
  const { master } = doc;
  if (!master) return { now: 0, people: 0, papers: 0 };
  return {
    now: doc.improvised.filter((wish) => wish.open).length + (master.crashes.length ? 1 : 0),
    people: Object.keys(master.waiting_room).length,
    papers: Object.keys(master.flags).length,
  };
}

/** All of it; nothing for whoever is not the game master. */
export function toSettle(doc: Document): number {
  const { now, people, papers } = countsOf(doc);
  return now + people + papers;
}
