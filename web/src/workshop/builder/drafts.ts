/** Characters that are being made. They are kept in this browser and nowhere else until they are brought somewhere. */

import { keep, kept } from "../../look/kept";
import type { ChoiceGiven } from "../../protocol/types";

export interface Draft {
  id: string;
  game: string;
  table: string; // for which it is made; empty: for none yet
  being?: string; // somebody there already, who learns and buys; else somebody new is made
  name: string; // of the character, as far as it has one
  chosen: ChoiceGiven[];
  at: string; // the step that lies open; empty: the first that is not decided
  working: unknown; // what is put together there and not yet taken
  fallen?: Record<string, number[]>; // dice that were rolled, by their step: they stay as they fell
  whole?: boolean; // all is decided: a character that can be brought somewhere
  changed: number; // in milliseconds since 1970
}

const DRAFTS = "drafts";
const MOST = 30;

/** All drafts, the one changed last first. */
export function drafts(): Draft[] {
  try {
    const found: unknown = JSON.parse(kept(DRAFTS) ?? "[]");
    return Array.isArray(found) ? (found as Draft[]).filter(isDraft).sort((one, other) => other.changed - one.changed) : [];
  } catch {
    return [];
  }
}

function isDraft(one: Draft): boolean {
  return typeof one?.id === "string" && typeof one.game === "string" && Array.isArray(one.chosen);
}

/** Keeps a draft; of too many the oldest is forgotten. */
export function keepDraft(draft: Draft): void {
  keep(DRAFTS, JSON.stringify([draft, ...drafts().filter((one) => one.id !== draft.id)].slice(0, MOST)));
}

export function forgetDraft(id: string): void {
  keep(DRAFTS, JSON.stringify(drafts().filter((one) => one.id !== id)));
}

/** Finished characters of a game that are for no table yet. */
export function finished(game: string): Draft[] {
  return drafts().filter((one) => one.game === game && one.whole && one.table === "");
}

/** The draft on which somebody last worked for this game and table, or a new one. */
export function lastDraft(game: string, table: string, being = ""): Draft {
  return drafts().find((one) => one.game === game && one.table === table && (one.being ?? "") === being) ?? newDraft(game, table, being);
}

export function newDraft(game: string, table: string, being = ""): Draft {
  const id = Array.from(crypto.getRandomValues(new Uint32Array(2)), (part) => part.toString(36)).join("");
  return { id, game, table, being, name: "", chosen: [], at: "", working: null, changed: Date.now() };
}
