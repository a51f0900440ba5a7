/** The rules that were used in the scene on a table, as its log tells, the one used most often first. */

import type { Table } from "../protocol/table.svelte";
import type { ToldLines } from "../protocol/types";

const MOST = 200; // doings of the log that are looked at

export type Used = readonly [rule: string, times: number];

/** A roll and the line that tells of it are one use. */
export function usedIn(lines: readonly Pick<ToldLines, "lines" | "rolls">[], book: ReadonlySet<string>): Used[] {
  const times = new Map<string, number>();
  for (const told of lines) {
    const [said, rolled] = [told.lines, told.rolls].map((parts) => parts.map((one) => one.rule));
    for (const rule of new Set([...said!, ...rolled!]))
      if (book.has(rule)) times.set(rule, (times.get(rule) ?? 0) + Math.max(count(said!, rule), count(rolled!, rule)));
  }
  return [...times].sort((one, other) => other[1] - one[1]);
}

function count(rules: readonly string[], rule: string): number {
  return rules.filter((one) => one === rule).length;
}

/** Sits down for a moment, and reads. */
export async function readLog(table: Pick<Table, "arrived" | "look" | "close">): Promise<ToldLines[]> {
  try {
    const { scene } = await table.arrived();
    return scene ? await table.look("log", { most: MOST }) : [];
  } finally {
    table.close();
  }
}
