/** What can come after a fight, and what the party needs most. */

import type { CallTold, Document, Master } from "../protocol/types";
import { words } from "../words";

export type Choice = "rest" | "next" | "rematch" | "watch";
export const CHOICES: Choice[] = ["rest", "next", "rematch", "watch"]; // by their keys, from 1 on

/** The game's rest, where it can be taken now. */
export function restOf(calls: readonly CallTold[]): CallTold | undefined {
  return calls.find((call) => call.restful && call.refused === null);
}

/** What must be said of a call, where there is only one thing to say each time; nothing where somebody has to choose. */
export function onlyArgs(call: CallTold): Record<string, unknown> | null {
  const needed = call.args.filter((arg) => !arg.optional);
  if (needed.some((arg) => arg.values.length !== 1)) return null;
  return Object.fromEntries(needed.map((arg) => [arg.name, arg.values[0]!.value]));
}

/** The scene that comes after the one on the table: the first behind it that was not played, or else any that was not. */
export function nextOf(master: Master, scene: string): string | null {
  const ids = Object.keys(master.scenes);
  const at = ids.indexOf(scene);
  const fresh = (id: string) => id !== scene && !master.left.includes(id);
  return ids.slice(at + 1).find(fresh) ?? ids.find(fresh) ?? null;
}

/** Who chooses what comes next: the game master, or where nobody leads who began the table. The machine hears no wishes:
    it is they who read what others say. */
export function whoChooses({ seats }: Pick<Document, "seats">): { name: string; machine: boolean } {
  const named = (role: string) => Object.values(seats).find((seat) => seat.role === role)?.name;
  const name = named("gm") ?? words.margin.gm;
  const machine = name === words.margin.theMachine;
  return { name: (machine && named("player")) || name, machine };
}

/** Who of the party is in need of a rest. */
export function hurtIn(doc: Document): string[] {
  return (doc.ended?.hurt ?? []).flatMap((who) => doc.beings[who]?.name ?? []);
}

/** What the party needs most. `next`: there is a scene to go on with, as far as one knows. */
export function neededMost(doc: Document, next: boolean): Choice {
  if (doc.ended?.won === false) return "rematch";
  if (hurtIn(doc).length || !next) return "rest";
  return "next";
}
