/** A board laid out on its plate: where places are, what lies under a point, where tokens stand. */
import type { BeingShown } from "../../protocol/types";
import { isCell, placeKey, type Beings, type CellBoard, type Place } from "../aimed";
import { boxOf, gridOf, key, middle, outline, polygon, type Box, type Cell, type Point } from "./cells";

/** Where a token stands, and how large it is. */
export interface Stand extends Point {
  size: number;
  shape: string; // the outline of all its places, where it fills more than one
}

export interface Lay {
  box: Box; // all that is drawn
  unit: number; // the width of what one token takes
  words: boolean; // a place has room for words, not only for a number
  anchor: "start" | "middle" | "end"; // of such words
  places: readonly Place[]; // as one reads: row by row
  rows: readonly (readonly Place[])[];
  has(place: Place): boolean;
  at(point: Point): Place | null;
  centre(place: Place): Point;
  room(place: Place): Box; // all that belongs to it
  note(place: Place): Point; // where something short is written
  free(place: Place, stands: Record<string, Stand>): Point; // where one who comes would stand
  shape(place: Place): string; // the outline of a place
  region(places: readonly Place[]): string; // the outline of several together
  /** The next place in a direction of the screen. */
  step(place: Place, dx: number, dy: number): Place | null;
  /** The way from one place to the next, as it is drawn. */
  between(one: Place, other: Place): Point[];
  stands(beings: Beings): Record<string, Stand>;
  /** How far apart two places are in steps; nothing where the game counts that, not the map. */
  apart(one: Place, other: Place): number | null;
}

/** `covered` are cells of which nothing is known, but that they are there. */
export function layCells(board: CellBoard, covered: readonly Cell[] = []): Lay {
  const grid = gridOf(board.kind);
  const cells: Cell[] = board.cells;
  const known = new Set(cells.map(key));
  const byRow = new Map<number, Cell[]>();
  for (const cell of cells) byRow.set(cell[1], [...(byRow.get(cell[1]) ?? []), cell]);
  const rows = [...byRow.keys()].sort((a, b) => a - b).map((r) => byRow.get(r)!.sort((a, b) => a[0] - b[0]));
  const drawn = new Set([...board.features, ...board.things].map(({ at }) => key(at)));
  const onBoard = (places: readonly Place[]) => places.filter(isCell);
  return {
    box: grown(boxOf(grid, [...cells, ...covered]), 13),
    unit: grid.across,
    words: false,
    anchor: "middle",
    places: rows.flat(),
    rows,
    has: (place) => isCell(place) && known.has(key(place)),
    at(point) {
      const cell = grid.at(point);
      return known.has(key(cell)) ? cell : null;
    },
    centre: (place) => (isCell(place) ? grid.centre(place) : { x: 0, y: 0 }),
    room: (place) => boxOf(grid, isCell(place) ? [place] : []),
    note(place) {
      const { x, y } = isCell(place) ? grid.centre(place) : { x: 0, y: 0 };
      return isCell(place) && drawn.has(key(place)) ? { x: x + grid.corner.x, y: y + grid.corner.y } : { x, y };
    },
    free: (place) => (isCell(place) ? grid.centre(place) : { x: 0, y: 0 }),
    shape: (place) => (isCell(place) ? polygon(grid.corners(place)) : ""),
    region: (places) => outline(grid, onBoard(places)),
    step(place, dx, dy) {
      if (!isCell(place)) return null;
      const next = grid.step(place, dx, dy);
      if (known.has(key(next))) return next;
      const other = grid.step([place[0] + (dy > 0 ? 1 : -1), place[1]], dx, dy); // the other one below or above
      return dy !== 0 && known.has(key(other)) ? other : null;
    },
    between: (one, other) => (isCell(one) && isCell(other) ? [grid.centre(one), grid.centre(other)] : []),
    stands: (beings) => standsOn(beings, (cells) => middle(grid, cells), (cells) => outline(grid, cells)),
    apart: (one, other) => (isCell(one) && isCell(other) ? grid.distance(one, other) : null),
  };
}

/** Whoever shares a cell stands a little aside; who lies there is below all others. */
function standsOn(
  beings: Beings,
  centre: (cells: Cell[]) => Point,
  shape: (cells: Cell[]) => string,
): Record<string, Stand> {
  const found: Record<string, Stand> = {};
  const shared = new Map<string, string[]>();
  for (const [id, being] of Object.entries(beings)) {
    const cells = being.cells.filter(isCell);
    if (!cells.length) continue;
    const size = cells.length === 1 ? 1 : cells.length <= 2 ? 1.25 : cells.length <= 4 ? 1.6 : Math.sqrt(cells.length) * 0.85;
    found[id] = { ...centre(cells), size, shape: cells.length > 1 ? shape(cells) : "" };
    const spot = cells.length === 1 ? placeKey(cells[0]!) : "";
    if (spot) shared.set(spot, [...(shared.get(spot) ?? []), id]);
  }
  for (const together of shared.values()) {
    if (together.length === 1) continue;
    const up = together.filter((id) => isUp(beings[id]!));
    together.forEach((id) => {
      const stand = found[id]!;
      const i = up.indexOf(id);
      if (i < 0) return;
      const turn = (i / up.length) * 2 * Math.PI - Math.PI / 2;
      if (up.length > 1) {
        stand.x += 15 * Math.cos(turn);
        stand.y += 13 * Math.sin(turn);
        stand.size = 0.72;
      }
    });
  }
  return found;
}

export function isUp(being: BeingShown): boolean {
  return being.fate === "up";
}

export function grown({ x, y, width, height }: Box, by: number): Box {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by };
}

/** All that these places take, and somebody with the name beside the piece. */
export function roomOf(lay: Lay, places: readonly Place[], stand: Stand | undefined): Box {
  const boxes = places.map((place) => lay.room(place));
  if (stand) boxes.push({ x: stand.x - lay.unit, y: stand.y - lay.unit, width: 2 * lay.unit, height: 2 * lay.unit });
  const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))];
  const [right, bottom] = [Math.max(...boxes.map((box) => box.x + box.width)), Math.max(...boxes.map((box) => box.y + box.height))];
  return { x, y, width: right - x, height: bottom - y };
}
