/** The commands by which a condition comes and ends: each game has its own. */

import type { CallTold } from "../protocol/types";

/** Of the commands about a condition the one that ends it, and what else it is to be told. */
export function ending(calls: CallTold[]): { name: string; more: Record<string, unknown> } | undefined {
  const own = calls.find((call) => /^(relieve|remove_condition)$/.test(call.name));
  if (own) return { name: own.name, more: {} };
  const both = calls.find((call) => call.args.some((arg) => arg.name === "ends"));
  return both && { name: both.name, more: { ends: true } };
}

/** The one that gives it. */
export function giving(calls: CallTold[]): CallTold | undefined {
  const about = calls.filter((call) => call.args.some((arg) => arg.name === "condition"));
  const end = ending(about);
  return about.find((call) => call.name !== end?.name) ?? about[0];
}
