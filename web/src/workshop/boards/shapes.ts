/** Which cells and edges a hand draws on: round a point, along a line, in a block, as far as it flows, and mirrored. */

import { key, same, type Grid, type Point } from "../../board/lay/cells";
import { type Cell, type Edge, keyOf } from "./plan";

/** All cells within so many of one. */
export function disc(grid: Grid, [x, y]: Cell, radius: number): Cell[] {
  const found: Cell[] = [];
  for (let dy = -radius; dy <= radius; dy += 1) {
    for (let dx = -radius; dx <= radius; dx += 1) {
      const cell: Cell = [x + dx, y + dy];
      if (grid.distance([x, y], cell) <= radius) found.push(cell);
    }
  }
  return found;
}

/** The cells of a straight line, from one to the other. */
export function lineOf(grid: Grid, from: Cell, to: Cell): Cell[] {
  const [a, b] = [grid.centre(from), grid.centre(to)];
  const steps = grid.kind === "squares" ? Math.max(Math.abs(from[0] - to[0]), Math.abs(from[1] - to[1])) : grid.distance(from, to);
  return Array.from({ length: steps + 1 }, (_, i) => cellAt(grid, { x: a.x + ((b.x - a.x) * i) / (steps || 1) + 1e-4, y: a.y + ((b.y - a.y) * i) / (steps || 1) + 1e-4 }));
}

/** The cells of a block with these two at its corners, upright on the screen. */
export function blockOf(grid: Grid, from: Cell, to: Cell): Cell[] {
  const [a, b] = [grid.centre(from), grid.centre(to)];
  const [left, right] = [Math.min(a.x, b.x) - 1, Math.max(a.x, b.x) + 1];
  const [top, bottom] = [Math.min(from[1], to[1]), Math.max(from[1], to[1])];
  const found: Cell[] = [];
  for (let row = top; row <= bottom; row += 1) {
    const origin = grid.centre([0, row]).x;
    for (let column = Math.ceil((left - origin) / grid.across); origin + column * grid.across <= right; column += 1) found.push([column + 0, row]);
  }
  return found;
}

/** All cells to which one comes from here without leaving the board, crossing such an edge or meeting another cell. */
export function flooded(grid: Grid, start: Cell, has: (cell: Cell) => boolean, alike: (cell: Cell) => boolean, parted: (edge: Edge) => boolean): Cell[] {
  if (!has(start) || !alike(start)) return [];
  const seen = new Set([key(start)]);
  const found = [start];
  for (let i = 0; i < found.length; i += 1) {
    for (const side of grid.sides(found[i]!)) {
      const next: Cell = [side[0], side[1]];
      if (seen.has(key(next)) || !has(next) || !alike(next) || parted([found[i]!, next])) continue;
      seen.add(key(next));
      found.push(next);
    }
  }
  return found;
}

// ---------------------------------------------------------------- edges

/** The edge that is nearest to a point, as both cells beside it. */
export function nearestEdge(grid: Grid, point: Point): Edge {
  const cell = cellAt(grid, point);
  const corners = grid.corners(cell);
  const far = (i: number): number => {
    const [one, other] = [corners[i]!, corners[(i + 1) % corners.length]!];
    return Math.hypot(point.x - (one.x + other.x) / 2, point.y - (one.y + other.y) / 2);
  };
  const sides = grid.sides(cell);
  const best = sides.map((_, i) => i).reduce((near, i) => (far(i) < far(near) ? i : near), 0);
  return [cell, [sides[best]![0], sides[best]![1]]];
}

/** The edges along which one goes from the corner nearest to one point to the corner nearest to another. */
export function edgesAlong(grid: Grid, from: Point, to: Point): Edge[] {
  let here = nearestCorner(grid, from);
  const end = nearestCorner(grid, to);
  if (together(here, end)) return [nearestEdge(grid, to)];
  const found: Edge[] = [];
  const most = 4 * (2 + Math.hypot(end.x - here.x, end.y - here.y) / grid.across);
  while (!together(here, end) && found.length < most) {
    const next = onward(grid, here).reduce((best, one) => (lag(one.to, end, from, to) < lag(best.to, end, from, to) ? one : best));
    found.push(next.edge);
    here = next.to;
  }
  return found;
}

/** How far it still is from there, and a little how far beside the straight line it lies. */
function lag(corner: Point, end: Point, from: Point, to: Point): number {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const beside = Math.abs((to.x - from.x) * (from.y - corner.y) - (from.x - corner.x) * (to.y - from.y)) / length;
  return Math.hypot(end.x - corner.x, end.y - corner.y) + beside / 100;
}

/** The corners that one edge leads to from this one, and the edge. */
function onward(grid: Grid, corner: Point): { to: Point; edge: Edge }[] {
  const around = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => cellAt(grid, { x: corner.x + Math.cos((i * Math.PI) / 4 + 0.2) * 4, y: corner.y + Math.sin((i * Math.PI) / 4 + 0.2) * 4 }));
  const cells = [...new Map(around.map((cell) => [key(cell), cell])).values()];
  return cells.flatMap((cell) => {
    const corners = grid.corners(cell);
    const at = corners.findIndex((one) => together(one, corner));
    if (at < 0) return [];
    const beyond = grid.sides(cell)[at]!;
    return [{ to: corners[(at + 1) % corners.length]!, edge: [cell, [beyond[0], beyond[1]]] as Edge }];
  });
}

function nearestCorner(grid: Grid, point: Point): Point {
  return grid.corners(cellAt(grid, point)).reduce((best, one) => (Math.hypot(one.x - point.x, one.y - point.y) < Math.hypot(best.x - point.x, best.y - point.y) ? one : best));
}

const together = (one: Point, other: Point): boolean => Math.hypot(one.x - other.x, one.y - other.y) < 1;

// ---------------------------------------------------------------- mirrored

export type Mirror = "off" | "across" | "turned";
export type Mirrored = (cell: Cell) => Cell;

/** Where a cell lies on the other side of the middle of these cells: left and right exchanged, or turned by a half. */
export function mirrorOf(grid: Grid, how: Mirror, cells: readonly Cell[]): Mirrored | null {
  if (how === "off" || !cells.length) return null;
  const slant = grid.kind === "hexes" ? 0.5 : 0; // how much farther each row of it begins
  const columns = cells.map(([x, y]) => x + slant * y);
  const across = Math.min(...columns) + Math.max(...columns);
  const down = Math.min(...cells.map(([, y]) => y)) + Math.max(...cells.map(([, y]) => y));
  if (how === "across") return ([x, y]) => [Math.round(across - 2 * slant * y) - x + 0, y];
  return ([x, y]) => [Math.round(across - slant * down) - x + 0, down - y + 0];
}

/** These cells, and those on the other side. */
export function withMirrored(cells: readonly Cell[], mirrored: Mirrored | null): Cell[] {
  const all = mirrored ? [...cells, ...cells.map(mirrored)] : cells;
  return [...new Map(all.map((cell) => [keyOf(cell), cell])).values()];
}

export function edgesMirrored(edges: readonly Edge[], mirrored: Mirrored | null): Edge[] {
  const all = mirrored ? [...edges, ...edges.map(([one, other]): Edge => [mirrored(one), mirrored(other)])] : edges;
  return [...new Map(all.map((edge) => [keyOf(edge), edge])).values()];
}

export function cellAt(grid: Grid, point: Point): Cell {
  const [x, y] = grid.at(point);
  return [x, y];
}

export const isSide = (grid: Grid, [one, other]: Edge): boolean => grid.sides(one).some((cell) => same(cell, other));
