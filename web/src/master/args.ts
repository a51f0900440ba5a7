/** What somebody has typed into the form of a command, as its arguments. */

import type { ArgTold, AskedTold } from "../protocol/types";
import { words } from "../words";

/** A part of what is given: an amount, as typed, and of what. */
export interface Part {
  amount: string;
  of: string;
}

export type Typed = string | boolean | string[] | Part[] | [number, number] | null;

const FEW = 4; // fields of a form that stand there at once

/** The arguments as what is chosen asks for them: what is nothing without them needs them, by a name of its own. */
export function askedFor(args: ArgTold[], typed: Record<string, Typed>): ArgTold[] {
  const asks = args.flatMap((arg) => asksOf(arg, typed[arg.name]));
  return args.map((arg) => {
    const found = asks.find((one) => one.name === arg.name);
    return found ? { ...arg, label: found.label, optional: false, values: found.values.length ? found.values : arg.values } : arg;
  });
}

/** What is to be given with what is chosen. */
export const asksOf = (arg: ArgTold, typed: Typed | undefined): AskedTold[] => arg.values.find((one) => String(one.value) === typed)?.asks ?? [];

/** The arguments that matter, and the rest: those that must be given, and as many of the others as there is room for.
 * What only some values ask for comes last. */
export function parted(args: ArgTold[]): [ArgTold[], ArgTold[]] {
  const room = FEW - args.filter((arg) => !arg.optional).length;
  const seldom = args.flatMap((arg) => arg.values.flatMap((one) => one.asks ?? [])).map((one) => one.name);
  const optional = args.filter((arg) => arg.optional).sort((one, other) => Number(seldom.includes(one.name)) - Number(seldom.includes(other.name)));
  const asked = optional.slice(0, args.length > FEW ? Math.max(0, room) : undefined);
  const now = args.filter((arg) => !arg.optional || asked.includes(arg));
  return [now, args.filter((arg) => !now.includes(arg))];
}

/** Only what is given: what is left empty is as by default, and what is as by default is not said. */
export function argsOf(args: ArgTold[], typed: Record<string, Typed>): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const arg of args) {
    const value = argOf(arg, typed[arg.name] ?? null);
    if (value !== undefined && !(arg.optional && JSON.stringify(value) === JSON.stringify(arg.default))) found[arg.name] = value;
  }
  return found;
}

function argOf(arg: ArgTold, typed: Typed): unknown {
  if (arg.kind === "several") return typed ?? undefined;
  if (arg.kind === "parts") return (typed as Part[]).filter((part) => part.amount !== "").map((part) => [Number(part.amount), part.of]);
  if (typed === null || typed === "") return undefined;
  if (typeof typed !== "string") return typed;
  const known = arg.values.find((one) => String(one.value) === typed);
  if (known) return known.value;
  if (arg.kind === "number") return Number(typed);
  return arg.kind === "data" ? dataOf(typed) : typed;
}

/** What it means to choose none of the values of an argument; nothing where one of them always stands there. */
export function blankOf(arg: ArgTold): string | null {
  if (!arg.optional) return words.master.chooseOne;
  if (arg.values.some((one) => one.value === arg.default)) return null;
  if (arg.kind === "yes") return words.master.blank["yes"] ?? "";
  return words.master.blank[arg.name] ?? words.master.noneChosen;
}

/** JSON where it is JSON, otherwise the words themselves. */
export function dataOf(typed: string): unknown {
  try {
    return JSON.parse(typed) as unknown;
  } catch {
    return typed;
  }
}
