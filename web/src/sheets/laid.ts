/** How a sheet is laid out: which of its sections are numbers in tiles, which stand beside them, which are lists. */

import type { CheckShown, Entry, Offered, RowShown, SheetSection, SheetTold } from "../protocol/types";
import { words } from "../words";

export interface Tile {
  row: RowShown;
  number: string; // what stands large
  rest: string;
}

export interface LaidOut {
  who: readonly RowShown[]; // the line under the name
  tiles: { title: string; tiles: Tile[]; lines: readonly RowShown[] }[]; // with what of the section is no number
  left: SheetSection[]; // short lines
  right: SheetSection[]; // what can be done, in words
}

const TILE = 60; // letters that go into a tile
const SHORT = 26; // letters of a line that stands beside the numbers, on average

/** A section of which every value begins with a number is laid out as tiles. What is drawn needs no line besides. */
export function laidOut(sections: readonly SheetSection[]): LaidOut {
  const found: LaidOut = { who: [], tiles: [], left: [], right: [] };
  for (const section of sections) {
    const rows = section.rows.filter(({ drawn }) => !drawn);
    if (section.kind === "who") {
      found.who = rows;
      continue;
    }
    if (!rows.length || section.drawn) continue;
    const numbers = rows.filter(({ number }) => number !== null);
    const short = rows.reduce((sum, { words }) => sum + words.length, 0) <= SHORT * rows.length;
    if (numbers.length >= 3 && numbers.length >= rows.length - 1 && rows.every(({ words }) => words.length <= TILE)) {
      found.tiles.push({ title: section.title, tiles: numbers.map(tileOf), lines: rows.filter((row) => !numbers.includes(row)) });
    } else {
      found[short ? "left" : "right"].push({ ...section, rows });
    }
  }
  return found;
}

function tileOf(row: RowShown): Tile {
  const { number, signed, rest } = row;
  return { row, number: (signed ? words.numbers.signed : words.numbers.whole)(number!), rest };
}

/** The check that a line of the sheet has a number for. */
export function checkFor(checks: readonly CheckShown[], label: string): CheckShown | undefined {
  return checks.find((check) => check.label === label);
}

/** Every check with what is added to its roll, as far as the sheet has a number for it. */
export function skillsOf({ checks, sections }: Pick<SheetTold, "checks" | "sections">): { label: string; bonus: number }[] {
  const rows = sections.flatMap((section) => section.rows);
  return checks.flatMap(({ label, bonus }) => {
    const found = bonus ?? rows.find((row) => row.label === label)?.number ?? null;
    return found === null ? [] : [{ label, bonus: found }];
  });
}

/** What of all that is offered a line of the sheet is about, and can be done now. */
export function offerFor(offered: Offered | undefined, row: RowShown): Entry | undefined {
  return offered?.entries.find((entry) => entry.refused === null && entry.fixed.some((value) => isAbout(row, value)));
}

/** Is a row about this value of an argument? Some are used in more ways than one: `mask:way`. */
export function isAbout({ things }: RowShown, value: unknown): boolean {
  return things.includes(String(value)) || things.includes(String(value).split(":")[0]!);
}
