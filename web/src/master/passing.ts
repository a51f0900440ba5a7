/** Rests and travel: who of the party still has something to do before the time passes. */

import type { Document, Entry } from "../protocol/types";

const OF_REST: Entry["group"][] = ["rest", "activity"];
const FEW = 4; // that are named

export interface ToDo {
  who: string;
  name: string;
  player: string; // who plays them; empty: the game master or a machine
  can: string[]; // what they can still do
  more: number; // and so many others
}

/** What somebody can still do of what a rest or a day of travel gives. */
export function leftIn(entries: readonly Entry[]): string[] {
  return [...new Set(entries.filter((entry) => OF_REST.includes(entry.group) && !entry.refused).map((entry) => entry.label))];
}

/** The party, in its order, with what each of them can still do. */
export function toDo(doc: Document, offered: Readonly<Record<string, readonly Entry[]>>): ToDo[] {
  const party = Object.entries(doc.beings).filter(([, being]) => being.ally && being.fate !== "dead");
  return party.map(([who, being]) => {
    const can = leftIn(offered[who] ?? []);
    const player = Object.values(doc.seats).find((seat) => seat.role === "player" && seat.beings.includes(who))?.name ?? "";
    return { who, name: being.name, player, can: can.slice(0, FEW), more: Math.max(0, can.length - FEW) };
  });
}
