/** What happened, deed by deed, in the few words in which it is told to who listens. */

import { type Card, recordOf } from "../margin/cards";
import { briefly, type Deed, deedsOf, headOf, resultsOf } from "../margin/deeds";
import type { LinePart, ToldLines } from "../protocol/types";
import { words } from "../words";

export interface Step {
  key: string; // another one as soon as the deed has gone on
  words: string;
  weight: number;
}

export type Beings = Record<string, { name: string; side: string }>;

/** What one wants to hear first, where much has happened. */
export const HURT = 4; // somebody of one's side suffered from it
export const DONE = 3; // by one's own, and it came to something for others
export const OWN = 2; // one's own had a part in it
export const TELLING = 1; // dice fell, or something came of it: all but moves and turns

const AT_ONCE = 4; // steps that are told in one go
const LINES = 3; // of a deed of which nothing is known in short

export function stepsOf(lines: readonly ToldLines[], beings: Beings, own: readonly string[]): Step[] {
  return deedsOf(recordOf(lines)).flatMap((deed) => {
    const said = sentenceOf(deed, beings, own);
    return said ? [{ key: endOf(deed), words: said, weight: weightOf(deed, beings, own) }] : [];
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

/** The line to which it has come. */
function endOf({ cards }: Deed): string {
  const { told, line } = cards.at(-1)!;
  return `${told} ${line}`;
}

function weightOf(deed: Deed, beings: Beings, own: readonly string[]): number {
  const sides = own.map((who) => beings[who]?.side);
  const isAlly = (who: string) => own.includes(who) || (who in beings && sides.includes(beings[who]!.side));
  const came = deed.cards.flatMap((card) => (card.undone ? [] : card.came));
  const named = (parts: readonly LinePart[]) => parts.filter((part) => part.kind === "being").map((part) => part.id);
  const [actor = ""] = named(headOf(deed).parts);
  if (came.some(({ who, good }) => isAlly(who) && good === false)) return HURT;
  if (deed.rank) return 0;
  if (own.includes(actor) && came.some(({ who }) => who !== actor)) return DONE;
  if (came.some(({ who }) => own.includes(who)) || deed.cards.some((card) => card.rolls.length > 0 && named(card.parts).some((who) => own.includes(who)))) return OWN;
  return came.length || deed.cards.some((card) => card.rolls.length > 0) ? TELLING : 0;
}

const ended = (all: readonly string[]): string => all.map((said) => said.replace(/[.!?]?$/, (end) => end || ".")).join(" ");

/** Few are told as they are; of many the weightiest, and of those the latest. */
export function foremost(steps: readonly Step[]): Step[] {
  if (steps.length <= AT_ONCE) return [...steps];
  const place = (step: Step) => steps.indexOf(step);
  const telling = steps.filter((step) => step.weight > 0);
  const among = [...(telling.length ? telling : steps)].sort((one, other) => other.weight - one.weight || place(other) - place(one)).slice(0, AT_ONCE);
  return among.sort((one, other) => other.weight - one.weight || place(one) - place(other));
}

/** What is told in one go, and how much there was besides. */
export function gathered(steps: readonly Step[], told: readonly Step[], keys: boolean): string {
  const more = steps.length - told.length;
  return [...told.map((step) => step.words), more ? words.text.moreHappened(more, keys) : ""].filter(Boolean).join(" ");
}
