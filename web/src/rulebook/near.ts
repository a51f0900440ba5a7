/** The part of a board where an example happens: what is far from everybody is left out. */

import type { Document } from "../protocol/types";

type Board = NonNullable<Document["board"]>;
type Beings = Document["beings"];

const FAR = 2; // cells around everybody
const FEW = 60; // cells of a board that is shown whole

export function near(board: Board, moments: readonly Beings[]): Board {
  if (board.kind === "zones" || board.cells.length <= FEW) return board;
  const places = moments.flatMap((beings) => Object.values(beings).flatMap((being) => being.cells.filter(Array.isArray))) as number[][];
  if (!places.length) return board;
  const distance = apart(board);
  const kept = new Set(board.cells.filter((cell) => places.some((place) => distance(cell, place) <= FAR)).map(String));
  const inside = (cell: readonly number[]) => kept.has(`${cell[0]},${cell[1]}`);
  const both = (edge: readonly (readonly number[])[]) => edge.every(inside);
  return {
    ...board,
    cells: board.cells.filter(inside),
    heights: board.heights.filter(inside),
    walls: board.walls.filter(inside),
    wall_edges: board.wall_edges.filter(both),
    cover_edges: board.cover_edges.filter(both),
    terrain: board.terrain.map((ground) => ({ ...ground, cells: ground.cells.filter(inside) })).filter((ground) => ground.cells.length),
    dangers: board.dangers.map((danger) => ({ ...danger, cells: danger.cells.filter(inside) })).filter((danger) => danger.cells.length),
    features: board.features.filter((feature) => inside(feature.at)),
    things: board.things.filter((thing) => inside(thing.at)),
  };
}

/** How many cells lie between two of a board. */
export function apart(board: Exclude<Board, { kind: "zones" }>): (one: readonly number[], other: readonly number[]) => number {
  return board.kind === "hexes" ? byHexes : bySquares;
}

function byHexes(one: readonly number[], other: readonly number[]): number {
  const q = one[0]! - other[0]!;
  const r = one[1]! - other[1]!;
  return Math.max(Math.abs(q), Math.abs(r), Math.abs(q + r));
}

function bySquares(one: readonly number[], other: readonly number[]): number {
  return Math.max(Math.abs(one[0]! - other[0]!), Math.abs(one[1]! - other[1]!));
}
