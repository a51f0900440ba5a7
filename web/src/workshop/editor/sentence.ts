/** Sentences with blanks: "the target is {condition} until {until}", taken apart for those who fill them in. */

import type { Field, Form, Table } from "./schema";

/** `bare`: the words behind the blank are its unit. */
export type Piece = { words: string } | { blank: Field; bare: boolean };

/** The sentence piece by piece. A blank that nobody knows stays out; without a sentence there is nothing. */
export function pieces(record: Form): Piece[] {
  const found: Piece[] = [];
  const parts = record.sentence.split(/(\{\w+\})/);
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
export function beside(record: Form, by = ""): Field[] {
  const said = new Set(pieces(record).flatMap((piece) => ("blank" in piece ? [piece.blank.name] : [])));
  return record.fields.filter((field) => !said.has(field.name) && field.name !== by && field.name !== "id");
}

/** What is written of it, and what must be. */
export const isWritten = (field: Field, value: Table): boolean => field.needed || value[field.name] !== undefined;
