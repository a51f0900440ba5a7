/** What the server tells of entries that are being made. */

import type { Edit } from "./edits";
import type { Table, Value } from "./schema";

export interface EntryLine {
  kind: string;
  id: string;
  name: string;
  text: string;
  group: string;
  from: string; // empty: the book's own; else the title of the pack, or "table"
}

export interface Mend {
  words: string;
  edits: Edit[];
}

export interface Fault {
  path: (string | number)[];
  line: number;
  text: string;
  rule: string;
  title: string; // of the field
  severe: boolean;
  mend: Mend | null;
}

export interface Difference {
  path: (string | number)[];
  was: Value;
  is: Value;
}

export interface Card {
  name: string;
  look: string;
  lines: { label: string; value: string }[];
  parts: { title: string; lines: string[] }[];
}

/** What the server makes of a text, after the edits. */
export interface Judged {
  text: string;
  entry: Table | null; // nothing: the text has a mistake
  faults: Fault[];
  differs: Difference[];
  card: Card | null;
  sentences: Record<string, string>;
}

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
