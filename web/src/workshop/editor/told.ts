/** What the server tells of entries that are being made, by their plain data. */

import type { Differs, Drafted, FaultTold } from "../../protocol/types";
import type { Edit } from "./edits";
import type { Table, Value } from "./schema";

export type { Card, EntryLine, WorthPart, WorthTold } from "../../protocol/types";

export interface Mend {
  words: string;
  edits: Edit[];
}

export type Fault = Omit<FaultTold, "mend"> & { mend: Mend | null };
export type Difference = Omit<Differs, "was" | "is"> & { was: Value; is: Value };

/** What is told of any text that is being written: what it says, what is wrong with it, what differs from its origin. Without
    an entry the text has a mistake. */
export interface Told {
  text: string;
  entry: Table | null;
  faults: Fault[];
  differs: Difference[];
}

/** What the server makes of the text of an entry, after the edits. */
export type Judged = Omit<Drafted, keyof Told> & Told;
