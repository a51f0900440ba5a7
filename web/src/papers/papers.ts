/** Handouts and notes that a seat may read, as one list. */

import type { Document } from "../protocol/types";

export type PaperKind = "handout" | "picture" | "own" | "shared" | "gm";

export interface Paper {
  id: string;
  kind: PaperKind;
  title: string;
  text: string;
  picture: string;
  description: string;
  by: string; // the seat that wrote it, for notes
  mine: boolean; // may one change it?
  /** Another one when what is written on it has changed. */
  key: string;
}

/** Handouts first, the last one given first; then notes. */
export function papersOf(doc: Pick<Document, "handouts" | "notes" | "you">): Paper[] {
  const handouts = Object.entries(doc.handouts).map(([id, one]): Paper => {
    const { title, text, picture, description } = one;
    return { id, kind: picture ? "picture" : "handout", title, text, picture, description, by: "", mine: false, key: keyOf(id, title, text, picture, description) };
  });
  const notes = Object.entries(doc.notes).map(([id, one]): Paper => {
    const mine = one.owner === doc.you.seat || (doc.you.role === "gm" && one.whose !== "own");
    return { id, kind: one.whose, title: one.title, text: one.text, picture: "", description: "", by: one.owner, mine, key: keyOf(id, one.title, one.text) };
  });
  return [...handouts.reverse(), ...notes.reverse()];
}

/** Could this be news for the seat? Not what it has written or handed out itself. */
export function fromOthers(doc: Pick<Document, "you">, paper: Paper): boolean {
  return paper.by === "" ? doc.you.role !== "gm" : paper.by !== doc.you.seat;
}

/** What was given between two documents, or given anew with other words. */
export function givenSince(doc: Document, before: Document): Paper[] {
  if (doc.handouts === before.handouts && doc.notes === before.notes) return [];
  const known = new Set(papersOf(before).map((paper) => paper.key));
  return papersOf(doc).filter((paper) => !known.has(paper.key) && fromOthers(doc, paper));
}

function keyOf(id: string, ...parts: string[]): string {
  let sum = 0;
  for (const letter of parts.join("\n")) sum = (Math.imul(sum, 31) + letter.codePointAt(0)!) | 0;
  return `${id}:${(sum >>> 0).toString(36)}`;
}
