/** What ends a turn, what can still be done before, and what may be done at any moment. */

import type { BeingShown, Document, Entry } from "../protocol/types";
import { words } from "../words";
import { isMove } from "./preview";

/** The end of the turn, and what else ends it. */
export function endsOf(entries: readonly Entry[]): Entry[] {
  return entries.filter((entry) => entry.group === "passes" && !entry.refused);
}

const REACTION = "Reaction"; // is for others' turns
const UP_TO = /^up to /;

/** What somebody could still do before their turn ends, one thing after the other; nothing where nothing is left to spend. */
export function stillTo(being: BeingShown | undefined, entries: readonly Entry[]): string[] {
  const open = entries.filter((entry) => !entry.refused && !entry.anytime && entry.group !== "passes" && entry.group !== "gives_up");
  const move = open.find((entry) => isMove(entry) && entry.price.some((part) => UP_TO.test(part.words)));
  const far = move?.price.find((part) => UP_TO.test(part.words))?.words.replace(UP_TO, "");
  const price = (move?.price ?? []).filter((part) => part.amount > 0 && !UP_TO.test(part.words)).map((part) => part.words);
  const costs = new Set(open.filter((entry) => !isMove(entry)).flatMap(({ price }) => price.map(({ unit }) => unit)));
  const spent = (being?.left ?? []).filter(({ amount, unit, words: said }) => amount > 0 && unit !== REACTION && costs.has(unit) && said !== far);
  return [...(far ? [words.turn.goes(far, price)] : []), ...spent.map((part) => words.turn.spends(part.words))];
}

/** What may be done out of turn, once for all who may. */
export interface Moment {
  label: string;
  by: { being: string; name: string; entry: Entry }[];
}

export function moments(offers: NonNullable<Document["offers"]>, beings: Record<string, BeingShown>, acting: string | null): Moment[] {
  const found = new Map<string, Moment>();
  for (const [being, offered] of Object.entries(offers)) {
    if (being === acting && offered.acts) continue;
    for (const entry of offered.entries.filter((one) => !one.refused && (one.anytime || !offered.acts))) {
      const moment = found.get(entry.label) ?? { label: entry.label, by: [] };
      moment.by.push({ being, name: beings[being]?.name ?? offered.name, entry });
      found.set(entry.label, moment);
    }
  }
  return [...found.values()];
}
