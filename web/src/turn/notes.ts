/** What one wants to know of a weapon, a power or a thing at a glance, as the being's sheet has it. */

import type { Entry, RowShown, SheetTold } from "../protocol/types";
import { isAbout } from "../sheets/laid";

/** The rows of a sheet that are about things. */
export type Notes = readonly RowShown[];

export function notesIn(sheet: SheetTold | null): Notes {
  return sheet?.sections.flatMap(({ rows }) => rows.filter(({ things }) => things.length)) ?? [];
}

/** The names of what a being strikes with. */
export function armsIn(sheet: SheetTold | null): string[] {
  return sheet?.sections.find(({ kind }) => kind === "arms")?.rows.map(({ label }) => label) ?? [];
}

/** What the sheet says of a value, but for its price. */
export function noteOf(notes: Notes, value: unknown): string {
  const row = notes.find((one) => isAbout(one, value));
  return row?.note || row?.words || "";
}

/** The line below an action: of a power its note, of a blow what it is struck with. */
export function lineOf(entry: Entry, notes: Notes, arms: string[]): string {
  const strikes = entry.args[0] === "weapon" || entry.args[0] === "attack";
  return (entry.fixed.length ? noteOf(notes, entry.fixed[0]) : "") || (strikes && entry.fixed.length === 0 ? arms.join(", ") : "");
}
