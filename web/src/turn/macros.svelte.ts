/** Buttons of one's own: deeds with all their arguments that a seat has kept on its bar. This browser remembers them, each in
 * the place that it was given. */

import { keep, kept } from "../look/kept";
import type { Against, ChoicesTold, Deed, Document, Entry } from "../protocol/types";
import { words } from "../words";
import { same } from "./spot";

export interface Macro {
  words: string; // the deed as a sentence
  command: Deed;
  named: Record<string, string>; // the beings in it, by id, as they were called
}

export const MOST = 8;

/** The buttons of one seat of a table, of all beings that it plays. */
export class Macros {
  places = $state.raw<readonly (Macro | null)[]>([]);

  constructor(readonly name: string) {
    this.places = read(kept(name));
  }

  /** Those of a being, each with its place from 0 on. */
  of(being: string | null): { place: number; macro: Macro }[] {
    return this.places.flatMap((macro, place) => (macro && macro.command.actor === being ? [{ place, macro }] : []));
  }

  has(deed: Deed): boolean {
    return this.places.some((macro) => macro !== null && sameDeed(macro.command, deed));
  }

  get full(): boolean {
    return this.places.filter((macro) => macro !== null).length >= MOST;
  }

  /** Into the first place that is free. */
  add(macro: Macro): void {
    if (this.full || this.has(macro.command)) return;
    const free = this.places.indexOf(null);
    const at = free < 0 ? this.places.length : free;
    this.#put([...this.places.slice(0, at), macro, ...this.places.slice(at + 1)]);
  }

  /** Its place stays empty: no other moves. */
  drop(place: number): void {
    this.#put(this.places.map((macro, at) => (at === place ? null : macro)));
  }

  #put(places: readonly (Macro | null)[]): void {
    this.places = places;
    keep(this.name, places.some(Boolean) ? JSON.stringify(places) : null);
  }
}

/** Do the same with the same arguments, in whatever order they stand? */
export function sameDeed(one: Deed, other: Deed): boolean {
  const names = Object.keys(one.args);
  return one.actor === other.actor && one.name === other.name && names.length === Object.keys(other.args).length && names.every((name) => same(one.args[name], other.args[name]));
}

const all = new Map<string, Macros>();

/** Those of a seat, the same wherever they are shown. */
export function macrosAt(table: string, seat: string): Macros {
  const name = `macros.${table}.${seat}`;
  const found = all.get(name) ?? new Macros(name);
  all.set(name, found);
  return found;
}

function read(text: string | null): (Macro | null)[] {
  try {
    const found: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(found) ? found.slice(0, MOST).map((one) => (isMacro(one) ? one : null)) : [];
  } catch {
    return []; // of another version
  }
}

/** Is what this browser has kept a button as they are now? Another version may have kept it, or anybody's hand. */
function isMacro(one: unknown): one is Macro {
  if (!isRecord(one) || !isRecord(one["command"]) || !isRecord(one["named"])) return false;
  const { actor, name, args } = one["command"];
  return [one["words"], actor, name, ...Object.values(one["named"])].every((each) => typeof each === "string") && isRecord(args);
}

const isRecord = (one: unknown): one is Record<string, unknown> => typeof one === "object" && one !== null && !Array.isArray(one);

/** A deed as it can be kept: with the names of all whom it is about. */
export function macroOf(deed: Deed, said: string, beings: Document["beings"]): Macro {
  const about = Object.values(deed.args).filter((value): value is string => typeof value === "string" && value in beings);
  return { words: said, command: deed, named: Object.fromEntries(about.map((who) => [who, beings[who]!.name])) };
}

/** Why it cannot be done now, as far as that is known without asking: somebody is gone, or the action is refused. */
export function against({ command, named }: Macro, entries: readonly Entry[], beings: Document["beings"]): Against | null {
  const gone = Object.entries(named).find(([who]) => !beings[who]);
  if (gone) return { reason: words.tools.notHere(gone[1]), rule: "" };
  const alike = entries.filter((entry) => entry.action === command.name);
  const values = Object.values(command.args);
  const meant = alike.filter((entry) => entry.fixed.every((one) => values.some((value) => same(value, one))));
  const found = meant.length ? meant : alike;
  if (!found.length) return { reason: words.turn.notPossible, rule: "" };
  return found.every((entry) => entry.refused) ? found[0]!.refused : null;
}

/** Its arguments in their order, as the server asks for them one after the other. */
export function chosenBy({ command }: Macro, entries: readonly Entry[]): unknown[] | null {
  const entry = entries.find((one) => one.action === command.name);
  return entry ? entry.args.map((name) => command.args[name] ?? null) : null;
}

/** Whether it can be done with just these arguments, by what the server says. */
export function refusedBy(told: ChoicesTold): Against | null {
  return told.arg === null ? (told.refused ?? null) : { reason: words.turn.notPossible, rule: "" };
}
