/** What can come after a fight, and what the party needs most. */

import { filled } from "../look/pools";
import type { BeingShown, CallTold, Document, Master } from "../protocol/types";

export type Choice = "rest" | "next" | "rematch";
export const CHOICES: Choice[] = ["rest", "next", "rematch"];

const RESTS = ["rest", "respite", "downtime", "pass_time"]; // commands of the games by which a party comes to itself, the best first
const HURT = 0.5; // of somebody's health: with so much or less they need a rest

/** The game's rest, where it can be taken now. */
export function restOf(calls: readonly CallTold[]): CallTold | undefined {
  return RESTS.map((name) => calls.find((call) => call.name === name && call.refused === null)).find((call) => call !== undefined);
}

/** The scene that comes after the one on the table: the first behind it that was not played, or else any that was not. */
export function nextOf(master: Master, scene: string): string | null {
  const ids = Object.keys(master.scenes);
  const at = ids.indexOf(scene);
  const fresh = (id: string) => id !== scene && !master.left.includes(id);
  return ids.slice(at + 1).find(fresh) ?? ids.find(fresh) ?? null;
}

function isHurt(being: BeingShown): boolean {
  const share = being.pools[0] ? filled(being.pools[0]).share : null;
  return being.fate === "down" || (being.fate === "up" && share !== null && share <= HURT);
}

/** Who of the party is in need of a rest. */
export function hurtIn(doc: Document): string[] {
  const party = Object.keys(doc.ended?.party ?? {});
  return party.flatMap((who) => (doc.beings[who] && isHurt(doc.beings[who]) ? [doc.beings[who].name] : []));
}

/** What the party needs most. `next`: there is a scene to go on with, as far as one knows. */
export function neededMost(doc: Document, next: boolean): Choice {
  if (doc.ended?.won === false) return "rematch";
  if (hurtIn(doc).length || !next) return "rest";
  return "next";
}
