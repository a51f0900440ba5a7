/** The odds of several deeds as one table: a column for each thing that may happen. */

import type { WorthOdds } from "../../protocol/types";

type Deed = WorthOdds["deeds"][number];
type Chance = Deed["chances"][number];

export interface OddsTable {
  columns: string[];
  rows: { deed: Deed; cells: (Chance | null)[] }[];
}

const MOST = 4; // columns that are read at a glance

export function tabled(deeds: readonly Deed[]): OddsTable {
  const counts = new Map<string, number>();
  for (const { chances } of deeds) for (const { words } of chances) counts.set(words, (counts.get(words) ?? 0) + 1);
  const often = [...counts].sort((one, other) => other[1] - one[1]).slice(0, MOST).map(([words]) => words);
  const columns = [...counts.keys()].filter((words) => often.includes(words));
  return { columns, rows: deeds.map((deed) => ({ deed, cells: columns.map((words) => deed.chances.find((one) => one.words === words) ?? null) })) };
}
