/** What one wants to know of a weapon, a power or a thing at a glance, as the being's sheet has it. */

import type { Entry, SheetTold } from "../protocol/types";

export type Notes = ReadonlyMap<string, string>;

const ARMS = /^(weapons|attacks|strikes)\b/i;

/** By the name of the thing; `Mask: Miru` is found as Miru too. */
export function notesIn(sheet: SheetTold | null): Notes {
  const found = new Map<string, string>();
  for (const section of sheet?.sections ?? []) {
    if (section.title === "" || /^(now|stats|abilities)$/i.test(section.title)) continue;
    for (const [label, words] of section.pairs) {
      if (!found.has(label)) found.set(label, words);
      const bare = label.replace(/^[^:]+: /, "");
      if (!found.has(bare)) found.set(bare, words);
    }
  }
  return found;
}

/** The names of what a being strikes with. */
export function armsIn(sheet: SheetTold | null): string[] {
  return sheet?.sections.find((section) => ARMS.test(section.title))?.pairs.map(([name]) => name) ?? [];
}

export function noteOf(notes: Notes, name: string): string {
  return notes.get(name) ?? notes.get(name.replace(/ \([^)]*\)$/, "")) ?? "";
}

const PRICED = /^((\d+ (AP|EP|MP|Actions?|Motion Points?)|Focus|free)(, | and |\. ))+/; // the price stands beside the name already

/** The line below an action: of a power its note, of a blow what it is struck with. */
export function lineOf(entry: Entry, notes: Notes, arms: string[]): string {
  const strikes = entry.args[0] === "weapon" || entry.args[0] === "attack";
  return noteOf(notes, entry.label).replace(PRICED, "") || (strikes && entry.fixed.length === 0 ? arms.join(", ") : "");
}
