/** Boards as they are drawn, and what they can be made of, as the server tells them. */

export type Cell = [number, number];
export type Edge = [Cell, Cell];
export type Way = [string, string];
export type Place = Cell | Edge | string | Way;
export type On = "cells" | "edges" | "rooms" | "ways";
export type Values = Readonly<Record<string, unknown>>;

export interface Room {
  id: string;
  name: string;
  at: Cell;
}

/** A paint and the places that have it, with what it says of them. */
export interface Drawn {
  paint: string;
  cells: Cell[];
  edges: Edge[];
  rooms: string[];
  ways: Way[];
  values: Values;
}

export interface Plan {
  kind: "hexes" | "squares" | "zones";
  cells: Cell[];
  rooms: Room[];
  drawn: Drawn[];
  whole: Values;
}

export interface Blank {
  id: string;
  name: string;
  type: "number" | "text" | "choice" | "flag" | "entry";
  usual: unknown;
  least: number | null;
  most: number | null;
  unit: string;
  choices: { id: string; name: string }[];
  unset: boolean;
}

export interface Paint {
  id: string;
  name: string;
  text: string;
  layer: string;
  on: On;
  look: string;
  apart: boolean;
  blanks: Blank[];
}

export interface Layer {
  id: string;
  name: string;
  paints: string[];
}

export interface Palette {
  kinds: Plan["kind"][];
  layers: Layer[];
  paints: Paint[];
  whole: Blank[];
  metres: number;
}

/** Two places are the same when their keys are: an edge and a way have no direction. */
export function keyOf(place: Place): string {
  if (typeof place === "string") return place;
  const [one, other] = place;
  if (typeof one === "number") return `${one},${String(other)}`;
  const ends = [keyOf(one as Place), keyOf(other as Place)].sort();
  return ends.join(" ");
}

export function sameValues(one: Values, other: Values): boolean {
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => JSON.stringify(one[key]) === JSON.stringify(other[key]));
}

/** What a paint says where nobody has said otherwise. */
export function usualValues(paint: Paint): Values {
  return Object.fromEntries(paint.blanks.filter((blank) => !(blank.unset && blank.usual == null)).map((blank) => [blank.id, blank.usual ?? emptyOf(blank)]));
}

function emptyOf(blank: Blank): unknown {
  if (blank.type === "number") return Math.max(0, blank.least ?? 0);
  if (blank.type === "flag") return false;
  return blank.choices[0]?.id ?? "";
}
