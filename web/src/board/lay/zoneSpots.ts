/** Where the zones of a board lie, as islands and rooms are laid out. */
import type { Box, Point } from "./cells";

const TALLEST = 1.1; // times its width, that a spot of an even grid may be high

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

/** Where the spots of a sheet lie. */
export interface Grid {
  slot(at: readonly [number, number]): Box; // the room that a spot has, whether or not a zone is there
  spotAt(point: Point): [number, number];
  middleOf(at: readonly [number, number]): Point; // of a spot, or of any point between spots
  pointAt(point: Point): [number, number]; // the other way round
}

/** Zones that are drawn on a sheet. */
export interface LaidOnSheet extends Laid {
  grid: Grid;
}

export interface Laid {
  box: Box;
  spots: Record<string, ZoneSpot>;
  rooms: Record<string, Room>;
  way(one: string, other: string): Point[];
}

/** Every spot of a grid as large as the others, and high enough to fill a view of this aspect if it can. The outermost
    ones, on which nothing stands, are cut in half. */
export function evenGrid(sheet: Sheet, wide: number, least: number, aspect: number): Grid {
  const high = Math.min(Math.max(least, ((sheet.width - 1) * wide) / aspect / (sheet.height - 1)), wide * TALLEST);
  return {
    slot([x, y]) {
      const [left, width] = cut(x, sheet.x, sheet.width, wide);
      const [top, height] = cut(y, sheet.y, sheet.height, high);
      return { x: left, y: top, width, height };
    },
    spotAt: ({ x, y }) => [Math.floor(x / wide), Math.floor(y / high)],
    middleOf: ([x, y]) => ({ x: (x + 0.5) * wide, y: (y + 0.5) * high }),
    pointAt: ({ x, y }) => [x / wide - 0.5, y / high - 0.5],
  };
}

/** Where a spot begins, and how large it is: the first and the last are half as large. */
function cut(at: number, first: number, count: number, size: number): [number, number] {
  if (at === first) return [(at + 0.5) * size, size / 2];
  return [at * size, at === first + count - 1 ? size / 2 : size];
}

/** All of a sheet, with a margin around it. */
export function sheetBox({ slot }: Grid, { x, y, width, height }: Sheet, margin: number): Box {
  const [first, last] = [slot([x, y]), slot([x + width - 1, y + height - 1])];
  return { x: first.x - margin, y: first.y - margin, width: last.x + last.width - first.x + 2 * margin, height: last.y + last.height - first.y + 2 * margin };
}

/** A box that has these points in it as well, with some room around them. */
export function around(box: Box, points: readonly Point[], room: number): Box {
  const [left, top] = [Math.min(box.x, ...points.map(({ x }) => x - room)), Math.min(box.y, ...points.map(({ y }) => y - room))];
  const right = Math.max(box.x + box.width, ...points.map(({ x }) => x + room));
  const bottom = Math.max(box.y + box.height, ...points.map(({ y }) => y + room));
  return { x: left, y: top, width: right - left, height: bottom - top };
}
