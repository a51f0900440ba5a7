/** What the game master answers where content is in use and would be gone. */

import type { EntryChanged, RehearsalTold } from "../protocol/types";

/** By entry: `keep`, the id of another entry, or nothing yet. */
export type Said = Record<string, string>;
export const KEEP = ".keep"; // no entry has an id with a dot

export const keyOf = (change: EntryChanged): string => `${change.kind} ${change.id}`;

/** Is somebody touched by it who has something that goes or changes? */
export function needsLook(told: RehearsalTold): boolean {
  return told.changes.some((change) => change.what !== "new" && change.users.length > 0);
}

/** Who has it, each name once: somebody on the table and the entry that they are made of are called alike. */
export const hadBy = (change: EntryChanged): string[] => [...new Set(change.users.map((user) => user.words))];

/** Has everything an answer that needs one? */
export function isWhole(told: RehearsalTold, said: Said): boolean {
  return told.changes.every((change) => change.why === "" || Boolean(said[keyOf(change)]));
}

export function answersOf(told: RehearsalTold, said: Said): { kind: string; id: string; answer: "keep" | "instead"; instead: string }[] {
  return told.changes.flatMap((change) => {
    const answer = said[keyOf(change)];
    if (!answer) return [];
    return [{ kind: change.kind, id: change.id, answer: answer === KEEP ? "keep" : "instead", instead: answer === KEEP ? "" : answer }];
  });
}
