/** Lists of things as fields hold them: ids, or tables with the id under a key. */

import type { ThingsTold } from "../protocol/types";

export type Thing = string | Record<string, unknown>;

/** Which thing it is. */
export function thingOf(things: ThingsTold, row: Thing): string {
  return typeof row === "string" ? row : String(row[things.key] ?? "");
}

/** With one more, into the first empty place where there is one: a slot or a hand holds nothing or a thing. */
export function added(things: ThingsTold, rows: Thing[], id: string): Thing[] {
  if (!things.key) return rows.includes("") ? rows.map((row, at) => (at === rows.indexOf("") ? id : row)) : [...rows, id];
  const blank = Object.fromEntries(things.columns.map((column) => [column.name, column.value]));
  const empty = rows.findIndex((row) => typeof row !== "string" && row[things.key] === "" && !Object.values(row).includes(true));
  if (empty >= 0) return rows.map((row, at) => (at === empty ? { ...blank, [things.key]: id } : row));
  return [...rows, { ...blank, [things.key]: id }];
}

export function changed(rows: Thing[], at: number, column: string, value: unknown): Thing[] {
  return rows.map((row, place) => (place === at && typeof row !== "string" ? { ...row, [column]: value } : row));
}

/** Without one, whose place may stay. */
export function without(things: ThingsTold, rows: Thing[], at: number): Thing[] {
  return things.stays ? changed(rows, at, things.key, "") : rows.filter((_, place) => place !== at);
}
