/** What happened, deed by deed, in the few words in which it is told to who listens. */

import { type Card, recordOf } from "../margin/cards";
import { briefly, type Deed, deedsOf, headOf, resultsOf } from "../margin/deeds";
import type { LinePart, ToldLines } from "../protocol/types";
import { words } from "../words";

export interface Step {
  words: string;
  ours: boolean; // somebody of one's own has a part in it
}

export type Beings = Record<string, { name: string }>;

const AT_ONCE = 4; // steps that are told in one go
const LINES = 3; // of a deed of which nothing is known in short

export function stepsOf(lines: readonly ToldLines[], beings: Beings, own: readonly string[]): Step[] {
  return deedsOf(recordOf(lines)).flatMap((deed) => {
    const said = sentenceOf(deed, beings, own);
    return said ? [{ words: said, ours: isOurs(deed, own) }] : [];
  });
}

/** A whole sentence; none for a turn that only begins: whose it is, is told by itself. */
function sentenceOf(deed: Deed, beings: Beings, own: readonly string[]): string {
  if (deed.rank === "turn") return ended(deed.cards.slice(1).filter((card) => card.parts.some((part) => own.includes(part.id))).map((card) => card.words));
  if (deed.rank) return ended(deed.cards.map((card) => card.words));
  const head = headOf(deed);
  const came = resultsOf(deed, head, beings).map(({ name, said }) => [name, said.map((one) => one.words).join(", ")].filter(Boolean).join(" "));
  if (!came.length) return ended(deed.cards.filter((card, at) => (!card.aside || card === head) && !isRepeated(card, deed.cards.slice(at + 1))).slice(0, LINES).map((card) => plainly(card.rolls.length ? card.head : card.parts)));
  return ended([[plainly(briefly(head)), ...came].join("; ")]);
}

const plainly = (parts: readonly LinePart[]): string => parts.map((part) => part.words).join("");

/** Does a later line say the same, and how it went? */
function isRepeated(card: Card, later: readonly Card[]): boolean {
  return later.some((other) => other.rolls.length > 0 && plainly(other.head).startsWith(plainly(card.head)));
}

function isOurs(deed: Deed, own: readonly string[]): boolean {
  return deed.cards.some((card) => card.parts.some((part) => own.includes(part.id)) || card.came.some(({ who }) => own.includes(who)));
}

const ended = (all: readonly string[]): string => all.map((said) => said.replace(/[.!?]?$/, (end) => end || ".")).join(" ");

/** Few are told as they are; of many those in which one has a part, and how many there were besides. */
export function gathered(steps: readonly Step[], keys: boolean): string {
  if (steps.length <= AT_ONCE) return steps.map((step) => step.words).join(" ");
  const ours = steps.filter((step) => step.ours);
  const told = (ours.length ? ours : steps).slice(-AT_ONCE);
  return [...told.map((step) => step.words), words.text.moreHappened(steps.length - told.length, keys)].join(" ");
}
