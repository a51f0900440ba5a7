/** Boards of zones as they are drawn: the shapes of core/plan. */

export type Spot = readonly [number, number];
export type Pair = readonly [string, string];
export type Values = Record<string, unknown>;

export interface Room {
  id: string;
  name: string;
  at: Spot;
}

export interface Drawn {
  paint: string;
  cells?: Spot[];
  edges?: (readonly [Spot, Spot])[];
  rooms?: string[];
  ways?: Pair[];
  values?: Values;
}

export interface Plan {
  kind: "hexes" | "squares" | "zones";
  cells?: Spot[];
  rooms?: Room[];
  drawn?: Drawn[];
  whole?: Values;
}

export interface Blank {
  id: string;
  name: string;
  type: "number" | "text" | "choice" | "flag" | "entry";
  usual?: unknown;
  least?: number | null;
  most?: number | null;
  unit?: string;
  choices?: { id: string; name: string }[];
  unset?: boolean;
}

export interface Paint {
  id: string;
  name: string;
  text: string;
  layer: string;
  on: "cells" | "edges" | "rooms" | "ways";
  look: string;
  apart?: boolean;
  blanks?: Blank[];
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
