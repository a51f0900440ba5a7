/** What somebody has typed into the form of a command, as its arguments. */

import type { ArgTold } from "../protocol/types";
import { words } from "../words";

export type Typed = string | boolean | string[] | [number, number] | null;

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

/** A list of names, or an empty one: written with commas. */
export function areNames(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === "string" && !one.includes(","));
}
