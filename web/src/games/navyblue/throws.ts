/** Throws laid out: a column for each total, and where the flags of the thresholds stand. */

import type { ThrowsTold } from "../../protocol/types";

export interface Column {
  total: number;
  many: number;
  result: number;
}

export const columnsOf = (throws: ThrowsTold): Column[] => throws.totals.toSorted((one, other) => one.total - other.total);

export interface Flag {
  words: string;
  number: number;
  at: number; // before this column
  row: number; // neighbours stand above each other
}

const NEAR = 2; // columns within which two flags would overlap

/** A flag before the first column that reaches its threshold; those that no throw reaches, or every throw does, stand at the ends. */
export function flagsOf(throws: ThrowsTold): Flag[] {
  const columns = columnsOf(throws);
  let before = -Infinity;
  let row = 0;
  return throws.marks.map(({ words, at: number }) => {
    const found = columns.findIndex(({ total }) => total >= number);
    const at = found < 0 ? columns.length : found;
    row = at - before < NEAR ? 1 - row : 0;
    before = at;
    return { words, number, at, row };
  });
}
