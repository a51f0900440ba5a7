/** The odds of several deeds as one table: a column for each thing that may happen. */

import type { WorthOdds } from "../../protocol/types";

type Deed = WorthOdds["deeds"][number];
type Chance = Deed["chances"][number];

export interface OddsTable {
  columns: string[];
  rows: { deed: Deed; cells: (Chance | null)[] }[];
}

const MOST = 4; // columns that are read at a glance
const LEAST = 2; // of what a deed comes to, where all else in the table is of others

/** What can be done otherwise than before stands first: it is what somebody has just made. */
export function changedFirst(deeds: readonly Deed[]): Deed[] {
  const isOther = ({ chances }: Deed) => chances.some(({ chance, was }) => was !== chance);
  return [...deeds.filter(isOther), ...deeds.filter((deed) => !isOther(deed))];
}

export function tabled(deeds: readonly Deed[]): OddsTable {
  const counts = new Map<string, number>();
  for (const { chances } of deeds) for (const { words } of chances) counts.set(words, (counts.get(words) ?? 0) + 1);
  const often = [...counts].sort((one, other) => other[1] - one[1]).slice(0, MOST).map(([words]) => words);
  const told = new Set(often);
  for (const { chances } of deeds) if (!chances.some(({ words }) => told.has(words))) for (const { words } of chances.slice(0, LEAST)) told.add(words);
  const columns = [...counts.keys()].filter((words) => told.has(words));
  return { columns, rows: deeds.map((deed) => ({ deed, cells: columns.map((words) => deed.chances.find((one) => one.words === words) ?? null) })) };
}
