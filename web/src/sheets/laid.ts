/** How a sheet is laid out: which of its sections are numbers in tiles, which stand beside them, which are lists. */

import type { CheckShown, Entry, Offered, SheetSection, TrayShown } from "../protocol/types";

export type Pair = readonly [string, string];

export interface Tile {
  label: string;
  number: string; // what stands large
  rest: string;
}

export interface LaidOut {
  who: readonly Pair[]; // the line under the name
  tiles: { title: string; tiles: Tile[]; lines: readonly Pair[] }[]; // with what of the section is no number
  left: SheetSection[]; // short lines
  right: SheetSection[]; // what can be done, in words
}

const NUMBER = /^([+−-]?\d+)(?:$|[ ,:(]+)/;
const TILE = 60; // letters that go into a tile
const SHORT = 26; // letters of a line that stands beside the numbers, on average

/** What a tray draws needs no line besides. */
const DRAWN: Record<string, readonly string[]> = {
  body: ["Damage resistance"],
  slots: ["Slots"],
  hands: ["In hand", "Free hands"],
  tier: ["Tier"],
  die: ["Power Die"],
};

/** A section of which every value begins with a number is laid out as tiles. */
export function laidOut(sections: readonly SheetSection[], pools: ReadonlySet<string>, trays: readonly TrayShown[] = []): LaidOut {
  const found: LaidOut = { who: [], tiles: [], left: [], right: [] };
  const drawn = new Set([...pools, ...trays.flatMap((tray) => DRAWN[tray.kind] ?? []), ...trays.filter((tray) => tray.kind === "pack").map((tray) => tray.title)]);
  for (const section of sections) {
    const pairs = section.pairs.filter(([label]) => !drawn.has(label));
    if (section.title === "") {
      found.who = pairs;
      continue;
    }
    if (!pairs.length || drawn.has(section.title)) continue;
    const numbers = pairs.filter(([, value]) => NUMBER.test(value));
    const short = pairs.reduce((sum, [, value]) => sum + value.length, 0) <= SHORT * pairs.length;
    if (numbers.length >= 3 && numbers.length >= pairs.length - 1 && pairs.every(([, value]) => value.length <= TILE)) {
      found.tiles.push({ title: section.title, tiles: numbers.map(tileOf), lines: pairs.filter((pair) => !numbers.includes(pair)) });
    } else {
      found[short ? "left" : "right"].push({ title: section.title, pairs: pairs as SheetSection["pairs"] });
    }
  }
  return found;
}

function tileOf([label, value]: Pair): Tile {
  const cut = NUMBER.exec(value)!;
  const rest = value.slice(cut[0].length).trim();
  return { label, number: cut[1]!, rest: rest.endsWith(")") && !rest.includes("(") ? rest.slice(0, -1) : rest };
}

/** The check that a line of the sheet has a number for. */
export function checkFor(checks: readonly CheckShown[], label: string): CheckShown | undefined {
  return checks.find((check) => check.label === label);
}

/** What of all that is offered a line of the sheet is about: it can be done now, and names it. */
export function offerFor(offered: Offered | undefined, label: string): Entry | undefined {
  const bare = label.replace(/ \([^)]*\)$/, "").replace(/ ×\d+$/, "");
  if (bare.length < 3) return undefined;
  return offered?.entries.find((entry) => entry.refused === null && (entry.label === label || entry.label === bare || entry.label.startsWith(`${bare} `) || entry.label.endsWith(` ${bare}`) || entry.label.endsWith(`: ${bare}`)));
}
