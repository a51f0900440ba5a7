/** A scene as tables, and the edits that put somebody in, move, copy or take them off. */

import { type Board, isCell, placeKey, type Place, samePlace } from "../../board/aimed";
import { gridOf, type Point } from "../../board/lay/cells";
import type { Lay } from "../../board/lay/lay";
import { at, away, type Edit, set } from "../editor/edits";
import type { Table, Value } from "../editor/schema";
import type { SceneBeing } from "./told";

const tableOf = (value: Value | undefined): Table => (value !== null && typeof value === "object" && !Array.isArray(value) ? (value as Table) : {});

/** Those who are in the scene, as they are written. */
export const beingsOf = (scene: Table): Record<string, Table> => Object.fromEntries(Object.entries(tableOf(scene["beings"])).map(([id, one]) => [id, tableOf(one)]));

/** A name that nobody has yet: that of the entry, then with a number. */
export function idFor(from: string, taken: Iterable<string>): string {
  const all = new Set(taken);
  const base = from.replace(/_\d+$/, "") || from;
  if (!all.has(from)) return from;
  let number = 2;
  while (all.has(`${base}_${number}`)) number += 1;
  return `${base}_${number}`;
}

/** The entry of which somebody is made. */
export const madeFrom = (id: string, being: Table): string => String(being["from"] ?? id);

export function added(scene: Table, from: string, place: Place | null): { id: string; edits: Edit[] } {
  const id = idFor(from, Object.keys(beingsOf(scene)));
  const being: Record<string, Value> = {};
  if (id !== from) being["from"] = from;
  if (place !== null) being["at"] = written(place);
  return { id, edits: [set(["beings", id], being)] };
}

/** One more of the same, as they are; a name of their own stays with the first. */
export function copied(scene: Table, id: string, place: Place | null): { id: string; edits: Edit[] } {
  const being = beingsOf(scene)[id] ?? {};
  const from = madeFrom(id, being);
  const other = idFor(from, Object.keys(beingsOf(scene)));
  const { name: _, from: __, at: ___, ...rest } = being;
  const table: Record<string, Value> = { ...(other === from ? {} : { from }), ...(place === null ? {} : { at: written(place) }), ...rest };
  return { id: other, edits: [set(["beings", other], table)] };
}

export const movedTo = (id: string, place: Place): Edit[] => [set(["beings", id, "at"], written(place))];

/** Taken off, also out of whose turn it is. */
export function takenOff(scene: Table, id: string): Edit[] {
  const turn = scene["turn"];
  const theirs = turn === id || at(turn, ["of"]) === id;
  return [...(theirs ? [away(["turn"])] : []), away(["beings", id])];
}

export const written = (place: Place): Value => (isCell(place) ? [place[0], place[1]] : place);

/** How many of each entry are in the scene. */
export function counts(beings: readonly SceneBeing[]): Record<string, number> {
  const found: Record<string, number> = {};
  for (const one of beings) found[one.from] = (found[one.from] ?? 0) + 1;
  return found;
}

// ---------------------------------------------------------------- places

/** The place nearest to another at which nobody stands; a zone has room for all. */
export function freeNear(board: Board, beings: readonly SceneBeing[], near: Place | null): Place | null {
  if (board.kind === "zones") return near ?? Object.keys(board.zones)[0] ?? null;
  const grid = gridOf(board.kind);
  const taken = new Set([...beings.flatMap((one) => one.shown.cells.map(placeKey)), ...board.walls.map(placeKey)]);
  const from = isCell(near) ? near : (board.cells[Math.floor(board.cells.length / 2)] ?? [0, 0]);
  const free = board.cells.filter((cell) => !taken.has(placeKey(cell)));
  return free.reduce<(typeof free)[number] | null>((best, cell) => (best === null || grid.distance(cell, from) < grid.distance(best, from) ? cell : best), null);
}

/** The first of these places at which nobody stands. */
export function freeAmong(board: Board, beings: readonly SceneBeing[], places: readonly Place[]): Place | null {
  if (board.kind === "zones") return places[0] ?? null;
  const taken = new Set(beings.flatMap((one) => one.shown.cells.map(placeKey)));
  return places.find((place) => !taken.has(placeKey(place))) ?? null;
}

/** The place whose key this is, on this board. */
export function placeOf(board: Board, key: string): Place | null {
  if (board.kind === "zones") return key in board.zones ? key : null;
  const [x, y] = key.split(",").map(Number);
  const cell = [x ?? NaN, y ?? NaN] as const;
  return board.cells.some((one) => samePlace(one, cell)) ? cell : null;
}

// ---------------------------------------------------------------- conditions

/** The names of the conditions with which somebody begins. */
export function conditionsOf(being: Table | undefined): string[] {
  const all = being?.["conditions"];
  return Array.isArray(all) ? all.map((one: Value) => nameOfCondition(one)) : [];
}

export const nameOfCondition = (condition: Value): string => String(typeof condition === "string" ? condition : (tableOf(condition)["name"] ?? ""));

/** With this condition, or without it. */
export function toggled(id: string, being: Table | undefined, condition: string | Table): Edit[] {
  const names = conditionsOf(being);
  const found = names.indexOf(nameOfCondition(condition));
  if (found < 0) return names.length ? [set(["beings", id, "conditions", names.length], condition)] : [set(["beings", id, "conditions"], [condition])];
  return [names.length === 1 ? away(["beings", id, "conditions"]) : away(["beings", id, "conditions", found])];
}

// ---------------------------------------------------------------- areas in which sides start

const BELOW = 14;
const ABOVE = 6;

const LETTER = 7.2; // the width of one in such words
const BODY = 58; // what a piece takes to each side, with its name

/** Where the words of an area stand: below it, in its middle, or above it; not below the lowest of the board, where the
    legend lies. Nowhere where somebody stands so near that names would meet. */
export function wordsAt(lay: Pick<Lay, "room" | "box">, places: readonly Place[], words = "", stands: readonly Point[] = []): Point | null {
  const rooms = places.map((place) => lay.room(place));
  const left = Math.min(...rooms.map((box) => box.x));
  const right = Math.max(...rooms.map((box) => box.x + box.width));
  const bottom = Math.max(...rooms.map((box) => box.y + box.height));
  const lowest = bottom + 2 * BELOW > lay.box.y + lay.box.height;
  const x = (left + right) / 2;
  const near = (y: number) => stands.some((one) => Math.abs(one.x - x) < BODY + (words.length * LETTER) / 2 && Math.abs(one.y - y) < BODY);
  const tries = [...(lowest ? [] : [bottom + BELOW]), Math.min(...rooms.map((box) => box.y)) - ABOVE];
  const free = tries.find((y) => !near(y));
  return free === undefined ? null : { x, y: free };
}

/** As it is written, else as the board of this name has it. */
export function startsOf(scene: Table, told: Readonly<Record<string, Place[]>>, side: string): Place[] {
  const board = scene["board"];
  const own = at(board, ["starts", side]);
  if (Array.isArray(own)) return own as unknown as Place[];
  return typeof board === "string" ? (told[side] ?? []) : [];
}

/** With this place, or without it where it was among them. */
export function withOrWithout(places: readonly Place[], place: Place): Place[] {
  const without = places.filter((one) => !samePlace(one, place));
  return without.length < places.length ? without : [...places, place];
}

/** With all of these places, or without them. */
export function painted(places: readonly Place[], over: readonly Place[], on: boolean): Place[] {
  const without = places.filter((one) => !over.some((other) => samePlace(one, other)));
  return on ? [...without, ...over] : without;
}

export function startsSet(side: string, next: readonly Place[]): Edit[] {
  return [next.length ? set(["board", "starts", side], next.map(written)) : away(["board", "starts", side])];
}

/** A title that no other scene has: the same with a number. */
export function titleOf(title: string, taken: readonly string[]): string {
  const has = (one: string) => taken.includes(one);
  if (!has(title)) return title;
  let number = 2;
  while (has(`${title} ${number}`)) number += 1;
  return `${title} ${number}`;
}

/** A name for the file of a scene, of its title. */
export function nameOf(title: string, taken: Iterable<string>): string {
  const base =
    title
      .normalize("NFKD")
      .toLowerCase()
      .replace(/['’]/g, "")
      .replace(/[^a-z0-9]+/g, "_")
      .replace(/^_+|_+$/g, "")
      .slice(0, 48) || "scene";
  return idFor(base, taken);
}
