/** A cell in words, for people who see the board or hear it: by who stands there or beside it, or how far from whom it is.
 * The server calls cells the same in the record. */

import { words as catalogue } from "../../words";
import type { Beings, CellBoard } from "../aimed";
import { gridOf, key, type Cell } from "../lay/cells";

const words = catalogue.board;
const MOST = 2; // of those who stand beside it

interface Somebody {
  name: string;
  cell: Cell; // the one of theirs that is nearest
  far: number;
}

/** What has a name on the board and lies at one place. */
export interface Landmark {
  name: string;
  cells: readonly Cell[];
}

/** `where Tahra is`, `just north of Tahra and next to Ben`, `3 m north of Tahra`; nothing where nobody is on the board.
 * Where a landmark is nearer than anybody, by that. */
export function whereIs(board: CellBoard, beings: Beings, cell: Cell, landmarks: readonly Landmark[] = []): string {
  const grid = gridOf(board.kind);
  const nearestOf = (all: readonly { name: string; cells: readonly unknown[] }[]): Somebody[] =>
    all.flatMap(({ name, cells }) => {
      const there = (cells as Cell[]).map((each) => ({ name, cell: each, far: grid.distance(each, cell) }));
      return there.length ? [there.reduce((nearest, one) => (one.far < nearest.far ? one : nearest))] : [];
    });
  const others = nearestOf(Object.values(beings));
  const there = others.filter((one) => one.far === 0).map((one) => one.name);
  if (there.length) return words.whereTheyAre(there);
  const beside = others.filter((one) => one.far === 1).sort((one, other) => one.name.localeCompare(other.name));
  const across = (one: Somebody): string => key([2 * cell[0] - one.cell[0], 2 * cell[1] - one.cell[1]]);
  for (const one of beside) {
    const other = beside.find((each) => key(each.cell) === across(one));
    if (other) return words.betweenThem(one.name, other.name);
  }
  const [first, second] = beside.slice(0, MOST);
  if (first) return words.justBeside(directionTo(board, first.cell, cell), first.name, second?.name ?? "");
  const byFar = (one: Somebody, other: Somebody): number => one.far - other.far || one.name.localeCompare(other.name);
  const nearest = [...others.sort(byFar), ...nearestOf(landmarks).sort(byFar)].sort((one, other) => one.far - other.far)[0];
  if (!nearest) return "";
  if (nearest.far === 0) return words.at(nearest.name);
  if (nearest.far === 1) return words.justBeside(directionTo(board, nearest.cell, cell), nearest.name, "");
  const length = board.heights_in === "m" ? words.metres(nearest.far * board.metres) : words.spaces(nearest.far);
  return words.away(length, directionTo(board, nearest.cell, cell), nearest.name);
}

/** The nearest compass word for the way from one cell to another. */
export function directionTo(board: CellBoard, from: Cell, to: Cell): string {
  const grid = gridOf(board.kind);
  const [a, b] = [grid.centre(from), grid.centre(to)];
  const names = board.kind === "hexes" ? words.twelve : words.eight;
  const turn = Math.atan2(b.y - a.y, b.x - a.x) / (2 * Math.PI); // clockwise from east
  return names[(Math.round(turn * names.length) + names.length) % names.length]!;
}
