/** Answers that are places or beings are on the board, too: they light up there, and are given by a click on one. */

import type { Aimed } from "../board/aimed";
import type { Asked, Choice, Document } from "../protocol/types";
import { isPlace, means, same, type Place, type Spot } from "../turn/spot";

/** The answer at which somebody points in the margin. */
export const pointed = $state<{ value: unknown }>({ value: undefined });

/** Which of several things were picked for a question, by its key: in the margin or on a tray. */
export const picked = $state<{ key: string; values: readonly unknown[] }>({ key: "", values: [] });

/** The question that this seat is asked, where some of its answers can be seen on the board. */
export function askedOnBoard(doc: Document): Asked | null {
  const { question } = doc;
  if (!question || question.domain.kind !== "one" || !doc.waiting?.seats.includes(doc.you.seat)) return null;
  return question.choices.some((choice) => isOnBoard(doc, choice.value)) ? question : null;
}

export function aimedAt(doc: Document, question: Asked): Pick<Aimed, "may" | "places" | "area"> {
  const values = question.choices.map((choice) => choice.value);
  const isBeing = (value: unknown): value is string => typeof value === "string" && value in doc.beings;
  const places = values.map(endOf).filter((value): value is Place => isPlaceOf(doc, value));
  const shown = places.find((place) => same(place, endOf(pointed.value)));
  return { may: values.filter(isBeing), places, area: shown !== undefined ? { places: [shown] } : null };
}

/** The answer that a spot of the board means; nothing where it means none, or more than one. */
export function answerAt(question: Asked, spot: Spot): Choice | null {
  const meant = question.choices.filter((choice) => means(choice.value, spot));
  return meant.length === 1 ? meant[0]! : null;
}

function isOnBoard(doc: Document, value: unknown): boolean {
  return (typeof value === "string" && value in doc.beings) || isPlaceOf(doc, endOf(value));
}

/** A path is shown by where it ends. */
function endOf(value: unknown): unknown {
  return Array.isArray(value) && Array.isArray(value.at(-1)) ? value.at(-1) : value;
}

function isPlaceOf(doc: Document, value: unknown): boolean {
  if (!isPlace(value) || !doc.board) return false;
  return typeof value === "string" ? doc.board.kind === "zones" && value in doc.board.zones : doc.board.kind !== "zones";
}
