/** The cards of the party: shown while none of one's own acts. */

import type { BeingShown, Document } from "../../protocol/types";
import { words } from "../../words";

export interface Card {
  id: string;
  being: BeingShown;
  asked: boolean; // it is theirs to answer
  note: string; // what holds them, or that they are out of it
}

const MOST = 6;

/** One for each other of the own side whose pools are known, beside the one who is `shown` whole; none while somebody of
 * one's own acts, who needs the room. */
export function cardsOf(doc: Document, acting: string | null, shown: string): Card[] {
  if (!doc.turn || (acting !== null && doc.offers?.[acting]?.acts)) return [];
  const party = Object.entries(doc.beings).filter(([id, being]) => id !== shown && being.ally && being.pools.some(({ now }) => now !== undefined));
  return party.slice(0, MOST).map(([id, being]) => ({ id, being, asked: doc.question?.who === id, note: noteOf(being) }));
}

function noteOf(being: BeingShown): string {
  const under = being.conditions.map((condition) => condition.words).join(", ");
  return [being.fate === "up" ? "" : words.turn.fates[being.fate], under].filter(Boolean).join(" · ");
}
