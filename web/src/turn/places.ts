/** Where the actions of the bar stand. Each has its number and its place among the others from the first time that
 * somebody could think of doing it; what is refused later stands after what can be done, and what is new comes last. */

import { keep, kept } from "../look/kept";
import type { Entry } from "../protocol/types";
import { words } from "../words";
import { endsOf } from "./offered";

const NUMBERED = 9; // so many are chosen by a number
const SHARES: Partial<Record<Entry["group"], number>> = { attack: 2, move: 1, skill: 3 }; // so many of a kind come first on a phone

export interface Laid {
  placed: Entry[]; // in the order in which they came
  open: Entry[]; // those of them that can be done now
  shut: Entry[]; // and those that cannot
  handy: Entry[]; // the same for a small screen: first some of each kind, without what else could not be done when the turn began
  aside: Entry[]; // that, as long as it cannot be done
  far: Entry[]; // refused, since there is nothing to do it with, now as ever
  ends: Entry[]; // the end of the turn
  count: number;
}

export const keyOf = (entry: Entry): string => JSON.stringify([entry.action, entry.fixed, entry.among ?? []]);

/** The places of one being's actions in a scene; this tab remembers them under a name. */
export class Places {
  #order: string[]; // keys
  #first: string[]; // of those that a small screen shows first in this turn
  #aside: string[]; // and of those that it puts aside
  #turn: string | null;
  #last = new Map<string, Entry>(); // as it was offered last

  constructor(readonly name = "") {
    [this.#order, this.#first, this.#aside, this.#turn] = JSON.parse((name && kept(name, "tab")) || "[[], [], [], null]") as [string[], string[], string[], string | null];
  }

  /** In a turn nothing moves on a small screen: what is refused meanwhile stays, and what becomes possible comes after
   * all but giving up. What comes first stands there even before it is possible, with the reason. */
  lay(entries: readonly Entry[], turn = ""): Laid {
    const ends = endsOf(entries);
    const rest = entries.filter((entry) => !ends.includes(entry));
    this.#note(rest.filter((entry) => !entry.refused || entry.price.length > 0)); // what has a price may be possible soon
    for (const entry of rest) if (this.#order.includes(keyOf(entry))) this.#last.set(keyOf(entry), entry);
    const now = new Set(rest.map(keyOf));
    const at = (key: string): Entry[] => {
      const entry = this.#last.get(key);
      if (!entry || now.has(key)) return entry ? [entry] : [];
      const again = rest.some((one) => one.action === entry.action && one.label === entry.label); // offered otherwise now
      return again ? [] : [gone(entry, rest)];
    };
    const placed = this.#order.flatMap(at);
    if (turn !== this.#turn && entries.length) this.#begin(turn, placed, now);
    const first = this.#first.flatMap(at);
    const others = placed.filter((entry) => !this.#first.includes(keyOf(entry)));
    const isAside = (entry: Entry): boolean => this.#aside.includes(keyOf(entry));
    const inTurn = others.filter((entry) => !isAside(entry) && !isGivingUp(entry));
    const late = others.filter((entry) => isAside(entry) && !entry.refused && !isGivingUp(entry));
    const givingUp = others.filter((entry) => isGivingUp(entry) && !(isAside(entry) && entry.refused));
    return {
      placed,
      open: placed.filter((entry) => !entry.refused),
      shut: placed.filter((entry) => entry.refused),
      handy: [...first, ...inTurn, ...late, ...givingUp],
      aside: others.filter((entry) => isAside(entry) && entry.refused),
      far: rest.filter((entry) => !this.#order.includes(keyOf(entry)) && !placed.some((one) => one.action === entry.action)),
      ends,
      count: entries.length,
    };
  }

  /** The number that chooses it, the same whatever else can be done; 0 where it has none. */
  numberOf(entry: Entry): number {
    const number = this.#order.filter((key) => !isGivingUp(this.#last.get(key))).indexOf(keyOf(entry)) + 1;
    return number <= NUMBERED ? number : 0;
  }

  #note(found: Entry[]): void {
    const fresh = found.filter((entry) => !this.#order.includes(keyOf(entry)));
    if (!fresh.length) return;
    for (const entry of fresh) this.#last.set(keyOf(entry), entry);
    this.#order.push(...fresh.map(keyOf));
    this.#keep();
  }

  #begin(turn: string, placed: readonly Entry[], now: ReadonlySet<string>): void {
    const soon = placed.filter((entry) => !entry.refused || (now.has(keyOf(entry)) && entry.price.length > 0));
    this.#turn = turn;
    this.#first = firstOf(soon).map(keyOf);
    this.#aside = placed.filter((entry) => entry.refused).map(keyOf).filter((key) => !this.#first.includes(key));
    this.#keep();
  }

  #keep(): void {
    if (this.name) keep(this.name, JSON.stringify([this.#order, this.#first, this.#aside, this.#turn]), "tab");
  }
}

const isGivingUp = (entry: Entry | undefined): boolean => entry?.group === "gives_up";

/** Some of each kind. */
function firstOf(entries: readonly Entry[]): Entry[] {
  return Object.entries(SHARES).flatMap(([group, share]) => entries.filter((entry) => entry.group === group).slice(0, share));
}

/** What is not offered any more: refused, as all of its kind are where that is told. */
function gone(entry: Entry, offered: readonly Entry[]): Entry {
  const why = offered.find((one) => one.action === entry.action && one.refused)?.refused ?? { reason: words.turn.notPossible, rule: entry.rule };
  return { ...entry, refused: why, command: null };
}
