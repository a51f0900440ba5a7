/** What somebody has typed into the form of a command, as its arguments. */

import type { ArgTold, AskedTold, ValueTold } from "../protocol/types";
import { words } from "../words";

/** A part of what is given: an amount, as typed, and of what. */
export interface Part {
  amount: string;
  of: string;
}

export type Typed = string | boolean | string[] | Part[] | [number, number] | null;

const FEW = 4; // fields of a form that stand there at once

/** An argument as a form asks for it. Several parts of one are words that follow one another: each has a name of its
 * own, what stands before it, and what stands between several words. */
export interface Asking extends ArgTold {
  into?: string;
  after?: string;
  between?: string;
  least?: number;
}

/** The arguments as what is chosen asks for them, by names of their own; what is seldom given is not asked for else. */
export function askedFor(args: ArgTold[], typed: Record<string, Typed>): Asking[] {
  const asks = args.flatMap((arg) => asksOf(arg, typed[arg.name]));
  return args.flatMap((arg) => {
    const found = asks.filter((one) => one.name === arg.name);
    return found.length ? found.map((one, at) => asking(arg, one, at)) : arg.seldom ? [] : arg;
  });
}

function asking(arg: ArgTold, one: AskedTold, at: number): Asking {
  const { label, optional, after, between, least } = one;
  const values = one.values.length ? one.values : arg.values;
  const part = { ...arg, label, optional, values, default: optional ? arg.default : null };
  if (after === undefined) return { ...part, least };
  return { ...part, name: at ? `${arg.name} ${at}` : arg.name, kind: between ? "several" : arg.kind, into: arg.name, after, between };
}

/** What stands in a field at first that is asked for with what is chosen. */
export function usualOf(arg: Asking, asks: AskedTold[]): Typed {
  if (arg.kind === "several") return [];
  if (arg.kind === "yes") return false;
  if (arg.values.length === 1) return String(arg.values[0]?.value);
  return String(asks.find((one) => one.name === arg.name)?.usual ?? "");
}

/** What is to be given with what is chosen. */
export const asksOf = (arg: ArgTold, typed: Typed | undefined): AskedTold[] => arg.values.find((one) => String(one.value) === typed)?.asks ?? [];

/** Whether a word is missing of a list of which one must be chosen: a browser cannot tell. */
export const isMissing = (arg: Asking, typed: Typed | undefined): boolean => arg.into !== undefined && arg.kind === "several" && !arg.optional && !(typed as string[]).length;

/** The arguments that matter, and the rest: those that must be given, and as many of the others as there is room for.
 * What is asked for with what is chosen comes first of these. */
export function parted<Of extends ArgTold>(args: Of[]): [Of[], Of[]] {
  const room = FEW - args.filter((arg) => !arg.optional).length;
  const optional = args.filter((arg) => arg.optional).sort((one, other) => Number(other.seldom) - Number(one.seldom));
  const asked = optional.slice(0, args.length > FEW ? Math.max(0, room) : undefined);
  const now = args.filter((arg) => !arg.optional || asked.includes(arg));
  return [now, args.filter((arg) => !now.includes(arg))];
}

/** Only what is given: what is left empty is as by default, and what is as by default is not said. */
export function argsOf(args: Asking[], typed: Record<string, Typed>): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const arg of args) {
    const value = argOf(arg, typed[arg.name] ?? null);
    if (value !== undefined && arg.into) found[arg.into] = `${String(found[arg.into] ?? "")}${arg.after}${[value].flat().join(arg.between)}`;
    else if (value !== undefined && !(arg.optional && JSON.stringify(value) === JSON.stringify(arg.default))) found[arg.name] = value;
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

/** Conditions stand in the order of the book; in a list one is looked for among many. */
export function toChoose({ name, values }: ArgTold): ValueTold[] {
  return name === "condition" ? [...values].sort((one, other) => one.words.localeCompare(other.words)) : values;
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
