/** Sentences with blanks: "the target is {condition} until {until}", taken apart for those who fill them in. */

import type { Field, Form, Table } from "./schema";

/** `bare`: the words behind the blank are its unit. */
export type Piece = { words: string } | { blank: Field; bare: boolean };

const BLANK = /\{(\w+)\}/g;
const BRACKETS = /\[([^\]|]*)\|?([^\]]*)\]/g;

/** The sentence piece by piece. What stands in brackets is left out where nothing of it is filled in, or said as it
    stands behind the bar; the blank that lies open counts as filled in. A blank that nobody knows stays out. */
export function pieces(record: Form, value: Table, open = ""): Piece[] {
  const found: Piece[] = [];
  const isFilled = (name: string | undefined) => name === open || record.fields.some((field) => field.name === name && isOwn(field, value));
  const holds = record.sentence.replace(BRACKETS, (_, part: string, otherwise: string) => ([...part.matchAll(BLANK)].some(([, name]) => isFilled(name)) ? part : otherwise));
  const parts = holds.split(/(\{\w+\})/);
  for (const [at, part] of parts.entries()) {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    const field = name === undefined ? undefined : record.fields.find((one) => one.name === name);
    const unit = field?.shape.is === "number" ? field.shape.unit : "";
    if (field) found.push({ blank: field, bare: unit !== "" && (parts[at + 1] ?? "").trimStart().startsWith(unit) });
    else if (name === undefined && part) found.push({ words: part });
  }
  return found;
}

/** What the sentence does not say: folded below it, or shown where it is set. */
export function beside(record: Form, value: Table, by = "", open = ""): Field[] {
  const said = new Set(pieces(record, value, open).flatMap((piece) => ("blank" in piece ? [piece.blank.name] : [])));
  return record.fields.filter((field) => !said.has(field.name) && field.name !== by && field.name !== "id");
}

/** The sentence of one that nobody has filled in yet. */
export const outline = (sentence: string): string => sentence.replace(BRACKETS, "$1").replace(BLANK, "…");

/** Is it anything but what holds anyway? */
const isOwn = (field: Field, value: Table): boolean => value[field.name] !== undefined && JSON.stringify(value[field.name]) !== JSON.stringify(field.fallback);

/** What is written of it, and what must be. */
export const isWritten = (field: Field, value: Table): boolean => field.needed || value[field.name] !== undefined;
