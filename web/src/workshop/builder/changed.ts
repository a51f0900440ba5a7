/** What of a sheet a choice would change. */

import type { SheetLine } from "../../protocol/types";

export interface Row {
  label: string;
  before: string;
  now: string;
  change: "same" | "rises" | "falls" | "spent" | "other"; // spent: of a budget; other: it is no number, or was none
}

interface Stand {
  sheet: readonly SheetLine[];
  budgets: readonly { name: string; free: number }[];
}

/** Each line of a sheet with what it would become; what merely tells what is left of a budget neither rises nor falls. */
export function foreseen(now: Stand, then: Stand | null): Row[] {
  const left = now.budgets.map(({ name, free }) => [free, then?.budgets.find((one) => one.name === name)?.free ?? free]);
  return compared(now.sheet, then?.sheet ?? null).map((row) => {
    const [from, to] = [numberIn(row.before), numberIn(row.now)];
    return row.change !== "same" && left.some(([before, after]) => before === from && after === to) ? { ...row, change: "spent" } : row;
  });
}

/** What somebody has now of what an option is called after, such as an attribute; empty: nothing on the sheet is. */
export function nowOf(name: string, sheet: readonly SheetLine[]): string {
  return sheet.find(({ label }) => label.toLowerCase() === name.toLowerCase())?.value ?? "";
}

/** Lines that come new have nothing before. */
export function compared(sheet: readonly SheetLine[], other: readonly SheetLine[] | null): Row[] {
  if (!other) return sheet.map(({ label, value }) => ({ label, before: value, now: value, change: "same" }));
  const before = new Map(sheet.map(({ label, value }) => [label, value]));
  const there = new Set(other.map(({ label }) => label));
  const now = other.map(({ label, value }) => rowOf(label, before.get(label) ?? "", value));
  const gone = sheet.filter(({ label }) => !there.has(label)).map(({ label, value }) => rowOf(label, value, ""));
  return [...now, ...gone];
}

function rowOf(label: string, before: string, now: string): Row {
  if (before === now) return { label, before, now, change: "same" };
  const [from, to] = [numberIn(before), numberIn(now)];
  if (from === null || to === null || from === to) return { label, before, now, change: "other" };
  return { label, before, now, change: to > from ? "rises" : "falls" };
}

/** The number with which a value begins: +2, −1, 3/12, d8. */
export function numberIn(value: string): number | null {
  const found = /^d?([+\-−]?\d+(?:\.\d+)?)/.exec(value.trim());
  return found ? Number(found[1]!.replace("−", "-")) : null;
}

/** Is it a number that goes into a tile? What is not known yet will be one. */
export function isTile(row: Row): boolean {
  return [row.before, row.now].every((value) => value.length <= 7) && (numberIn(row.now) !== null || row.now === "–" || row.now === "");
}

/** The first few numbers, and of the others those that change. */
export function foremost(rows: readonly Row[], most: number): Row[] {
  const tiles = rows.filter(isTile);
  const later = tiles.slice(most).filter(({ change }) => change !== "same");
  const first = tiles.slice(0, most);
  const stay = first.filter(({ change }) => change !== "same").length;
  return [...first.slice(0, Math.max(stay, most - later.length)), ...later].slice(0, most);
}

/** How many rise and fall. */
export function counted(rows: readonly Row[]): { rise: number; fall: number; other: number } {
  const count = (change: Row["change"]) => rows.filter((row) => row.change === change).length;
  return { rise: count("rises"), fall: count("falls"), other: count("other") };
}
