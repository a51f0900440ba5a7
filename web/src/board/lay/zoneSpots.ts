/** Where the zones of a board lie, as islands and rooms are laid out. */
import type { Box, Point } from "./cells";

/** A zone on the map. */
export interface ZoneSpot extends Point {
  id: string;
  width: number; // the room for tokens
  rows: number; // of tokens
  pitch: number; // from one row of tokens to the next
  ground: number; // where the feet of the first row are, below the centre
  centred: boolean; // several rows stand around that line
  box: Box; // all that belongs to it, for the pointer
  outline: string;
  label: Point; // where its name stands
  note: Point;
}

export interface Room {
  id: string;
  boxes: Box[]; // one, or two that make a corner
  round: "left" | "right" | "top" | "bottom" | null;
  air: boolean;
  main: Box;
}

/** The spots of the grid on which zones are drawn: the first column and row, and how many there are. */
export interface Sheet {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Zones that are drawn on a sheet. */
export interface LaidOnSheet extends Laid {
  slot(at: readonly [number, number]): Box; // the room that a spot has, whether or not a zone is there
  spotAt(point: Point): [number, number];
}

export interface Laid {
  box: Box;
  spots: Record<string, ZoneSpot>;
  rooms: Record<string, Room>;
  way(one: string, other: string): Point[];
}

/** Every spot of a grid as large as the others, from a line at the top. */
export function evenGrid(wide: number, high: number, top: number): Pick<LaidOnSheet, "slot" | "spotAt"> {
  return {
    slot: ([x, y]) => ({ x: x * wide, y: top + y * high, width: wide, height: high }),
    spotAt: ({ x, y }) => [Math.floor(x / wide), Math.floor((y - top) / high)],
  };
}

/** All of a sheet, with a margin around it. */
export function sheetBox({ slot }: Pick<LaidOnSheet, "slot">, { x, y, width, height }: Sheet, margin: number): Box {
  const [first, last] = [slot([x, y]), slot([x + width, y + height])];
  return { x: first.x - margin, y: first.y - margin, width: last.x - first.x + 2 * margin, height: last.y - first.y + 2 * margin };
}
