/** What the server tells of entries that are being made, by their plain data. */

import type { Differs, Drafted, FaultTold } from "../../protocol/types";
import type { Edit } from "./edits";
import type { Table, Value } from "./schema";

export type { Card, EntryLine } from "../../protocol/types";

export interface Mend {
  words: string;
  edits: Edit[];
}

export type Fault = Omit<FaultTold, "mend"> & { mend: Mend | null };
export type Difference = Omit<Differs, "was" | "is"> & { was: Value; is: Value };

/** What the server makes of a text, after the edits. Without an entry the text has a mistake. */
export type Judged = Omit<Drafted, "entry" | "faults" | "differs"> & { entry: Table | null; faults: Fault[]; differs: Difference[] };

export interface PricePart {
  name: string;
  amount: number;
  was: number | null;
}

export interface WorthTold {
  price: { unit: string; total: number; was: number | null; parts: PricePart[] } | null;
  odds: {
    against: { id: string; name: string };
    dummies: { id: string; name: string }[];
    deeds: { name: string; chances: { words: string; chance: string; was: string | null }[]; number: { words: string; mean: number; was: number | null } | null }[];
  } | null;
  lint: { text: string; rule: string; path: (string | number)[]; mend: Mend | null }[];
}

export interface FightTold {
  done: number;
  of: number;
  swing: { words: string; low: number; middle: number; high: number } | null;
}
