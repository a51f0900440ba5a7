/** The chapters of an adventure as they are written, the edits that add, move and take them away, and how they lead to one
    another. */

import { away, type Edit, set } from "../editor/edits";
import { idOf } from "../editor/ids";
import type { Part, Table, Value } from "../editor/schema";

export interface Way {
  to: string;
  text: string;
  when: "" | "won" | "lost";
}

export interface Chapter {
  id: string;
  title: string;
  ways: Way[];
}

const isTable = (value: Value | undefined): value is Table => value !== null && typeof value === "object" && !Array.isArray(value);
export const tablesIn = (value: Value | undefined): Table[] => (Array.isArray(value) ? (value as Value[]).map((one) => (isTable(one) ? one : {})) : []);
const word = (table: Table, name: string): string => (typeof table[name] === "string" ? (table[name] as string) : "");

export function chaptersOf(adventure: Table): Chapter[] {
  return tablesIn(adventure["chapter"]).map((one) => ({
    id: word(one, "id"),
    title: word(one, "title"),
    ways: tablesIn(one["next"]).map((way) => ({ to: word(way, "to"), text: word(way, "text"), when: whenOf(word(way, "when")) })),
  }));
}

const whenOf = (said: string): Way["when"] => (said === "won" || said === "lost" ? said : "");

// ---------------------------------------------------------------- edits

/** One more at the end. Where the one that lies open ends, its way leads there, and so do its ways that lead nowhere. */
export function added(adventure: Table, title: string, after: number, goOn: string): Edit[] {
  const chapters = chaptersOf(adventure);
  const id = idOf(title, chapters.map((one) => one.id), "chapter");
  const edits = [set(["chapter", chapters.length], { id, title })];
  chapters[after]?.ways.forEach((way, place) => way.to || edits.push(set(["chapter", after, "next", place, "to"], id)));
  if (chapters[after]?.ways.length === 0) edits.push(set(["chapter", after, "next"], [{ to: id, text: goOn }]));
  return edits;
}

/** Gone, with all ways that lead to it. */
export function takenOut(adventure: Table, at: number): Edit[] {
  const chapters = chaptersOf(adventure);
  const gone = chapters[at];
  const ways = chapters.flatMap((one, number) => one.ways.flatMap((way, place) => (number !== at && way.to === gone?.id ? [away(["chapter", number, "next", place])] : [])));
  return [...ways.reverse(), away(["chapter", at])];
}

/** The same in another order. */
export function reordered(list: readonly Value[], from: number, to: number): Value[] {
  const after = [...list];
  after.splice(to, 0, ...after.splice(from, 1));
  return after;
}

/** A way on from one chapter: to the one after it, if there is any. */
export function wayFrom(chapters: readonly Chapter[], at: number): Table {
  return { to: (chapters[at + 1] ?? chapters.find((_, number) => number !== at))?.id ?? "", text: "" };
}

/** The schema with the chapters to which a way may lead from this one, by their titles. */
export function withChapters(form: Part, chapters: readonly Chapter[], at: number, untitled: string): Part {
  const others = chapters.filter((_, number) => number !== at);
  const names = Object.fromEntries(others.map((one) => [one.id, one.title || untitled]));
  const { Way, ...parts } = form.$defs ?? {};
  const to = { ...Way?.properties?.["to"], enum: Object.keys(names), "x-names": names };
  return { ...form, $defs: { ...parts, Way: { ...Way, properties: { ...Way?.properties, to } } } };
}

// ---------------------------------------------------------------- how they lead on

export interface Line {
  from: number;
  to: number;
  lost: boolean;
}

/** Chapters in rows: the first alone, below it those to which its ways lead, and so on; last those to which none leads. */
export function rowsOf(chapters: readonly Chapter[]): number[][] {
  const rows: number[][] = [];
  const seen = new Set<number>();
  let row = chapters.length ? [0] : [];
  while (row.length) {
    row.forEach((one) => seen.add(one));
    rows.push(row);
    const next = row.flatMap((one) => chapters[one]!.ways.map((way) => placeOf(chapters, way.to))).filter((one) => one >= 0 && !seen.has(one));
    row = [...new Set(next)];
  }
  const left = chapters.map((_, number) => number).filter((number) => !seen.has(number));
  return left.length ? [...rows, left] : rows;
}

export const linesOf = (chapters: readonly Chapter[]): Line[] =>
  chapters.flatMap((one, from) => one.ways.map((way) => ({ from, to: placeOf(chapters, way.to), lost: way.when === "lost" })).filter((line) => line.to >= 0 && line.to !== from));

/** Chapters to which no way leads from the first. */
export function unreached(chapters: readonly Chapter[]): Set<number> {
  const found = new Set<number>(chapters.map((_, number) => number));
  const waiting = chapters.length ? [0] : [];
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) if (found.delete(one)) waiting.push(...chapters[one]!.ways.map((way) => placeOf(chapters, way.to)).filter((to) => to >= 0));
  return found;
}

export const placeOf = (chapters: readonly Chapter[], id: string): number => chapters.findIndex((one) => one.id === id);
