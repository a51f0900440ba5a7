/**
 * The geometry of cells on the plate: where hexes and squares lie, their edges, and outlines of whole regions.
 * Nothing here is a rule of a game; distances and ways that count come from the server.
 */

export type Cell = readonly [number, number];
export type Edge = readonly [Cell, Cell];
export interface Point {
  x: number;
  y: number;
}
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** How cells of one kind lie on the plate. `across` is the width of a cell. */
export interface Grid {
  kind: "hexes" | "squares";
  across: number;
  centre(cell: Cell): Point;
  corners(cell: Cell): Point[];
  /** The cell a point lies in, whether or not a board has it. */
  at(point: Point): Cell;
  /** The cells with which it shares a border, in the order of the corners: side i runs from corner i to corner i + 1. */
  sides(cell: Cell): Cell[];
  /** Where somebody faces who faces this direction of the board, in degrees clockwise from east. */
  angle(facing: number): number;
  /** From the centre of a cell: where a number stands beside what is drawn there. */
  corner: Point;
  /** How far apart two cells are, in cells. */
  distance(one: Cell, other: Cell): number;
  /** One step of the cursor in a direction of the screen. */
  step(cell: Cell, dx: number, dy: number): Cell;
}

const R = 40; // from the centre of a hex to its corners
const HALF = (R * Math.sqrt(3)) / 2;

export const HEXES: Grid = {
  kind: "hexes",
  across: 2 * HALF,
  centre: ([q, r]) => ({ x: 2 * HALF * (q + r / 2), y: 1.5 * R * r }),
  corners(cell) {
    const { x, y } = HEXES.centre(cell);
    return [
      { x: x + HALF, y: y - R / 2 },
      { x: x + HALF, y: y + R / 2 },
      { x, y: y + R },
      { x: x - HALF, y: y + R / 2 },
      { x: x - HALF, y: y - R / 2 },
      { x, y: y - R },
    ];
  },
  at({ x, y }) {
    const r = y / (1.5 * R);
    const q = x / (2 * HALF) - r / 2;
    return roundedHex(q, r);
  },
  sides: ([q, r]) => [
    [q + 1, r],
    [q, r + 1],
    [q - 1, r + 1],
    [q - 1, r],
    [q, r - 1],
    [q + 1, r - 1],
  ],
  angle: (facing) => facing * 60,
  corner: { x: 24, y: -14 },
  distance([q, r], [s, t]) {
    return (Math.abs(q - s) + Math.abs(r - t) + Math.abs(q + r - s - t)) / 2;
  },
  step([q, r], dx, dy) {
    if (dy === 0) return [q + dx, r];
    const down = r + dy; // even rows go one way and odd ones the other, so that the cursor stays in its column
    const shift = dy > 0 ? (odd(r) ? 0 : -1) : odd(r) ? 1 : 0;
    return [q + shift, down];
  },
};

const SIDE = 64;

export const SQUARES: Grid = {
  kind: "squares",
  across: SIDE,
  centre: ([x, y]) => ({ x: SIDE * x, y: SIDE * y }),
  corners(cell) {
    const { x, y } = SQUARES.centre(cell);
    const h = SIDE / 2;
    return [
      { x: x + h, y: y - h },
      { x: x + h, y: y + h },
      { x: x - h, y: y + h },
      { x: x - h, y: y - h },
    ];
  },
  at: ({ x, y }) => [Math.round(x / SIDE) + 0, Math.round(y / SIDE) + 0], // no minus zero
  sides: ([x, y]) => [
    [x + 1, y],
    [x, y + 1],
    [x - 1, y],
    [x, y - 1],
  ],
  angle: (facing) => facing * 45,
  corner: { x: 21, y: -21 },
  distance: ([x, y], [u, v]) => Math.max(Math.abs(x - u), Math.abs(y - v)),
  step: ([x, y], dx, dy) => [x + dx, y + dy],
};

export function gridOf(kind: string): Grid {
  return kind === "squares" ? SQUARES : HEXES;
}

export function key([a, b]: Cell): string {
  return `${a},${b}`;
}

export function same(one: Cell, other: Cell): boolean {
  return one[0] === other[0] && one[1] === other[1];
}

/** Both ends of the border of two neighbouring cells. */
export function border(grid: Grid, [one, other]: Edge): [Point, Point] | null {
  const side = grid.sides(one).findIndex((cell) => same(cell, other));
  if (side < 0) return null;
  const corners = grid.corners(one);
  return [corners[side]!, corners[(side + 1) % corners.length]!];
}

/** The smallest box around all cells. */
export function boxOf(grid: Grid, cells: readonly Cell[]): Box {
  const points = cells.flatMap((cell) => grid.corners(cell));
  return boxAround(points.length ? points : [{ x: 0, y: 0 }]);
}

export function boxAround(points: readonly Point[]): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y } of points) {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x);
    bottom = Math.max(bottom, y);
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}

export function middle(grid: Grid, cells: readonly Cell[]): Point {
  return centroid(cells.map((cell) => grid.centre(cell)));
}

export function centroid(points: readonly Point[]): Point {
  const sum = points.reduce((all, { x, y }) => ({ x: all.x + x, y: all.y + y }), { x: 0, y: 0 });
  return { x: sum.x / (points.length || 1), y: sum.y / (points.length || 1) };
}

const BLOCK = 360; // the width of a part of the mesh

/** Every cell as a closed path, many in one: a thousand cells are some thirty elements, of which a browser draws only
 * those that are seen. */
export function mesh(grid: Grid, cells: readonly Cell[]): string[] {
  const blocks = new Map<string, string>();
  for (const cell of cells) {
    const { x, y } = grid.centre(cell);
    const block = `${Math.floor(x / BLOCK)} ${Math.floor(y / BLOCK)}`;
    blocks.set(block, (blocks.get(block) ?? "") + polygon(grid.corners(cell)));
  }
  return [...blocks.values()];
}

export function polygon(points: readonly Point[]): string {
  return `M${points.map(({ x, y }) => `${short(x)} ${short(y)}`).join("L")}Z`;
}

/** One side of a region: where it runs, the cell within and the one beyond. */
export interface Rim {
  from: Point;
  to: Point;
  within: Cell;
  beyond: Cell;
}

/** The sides between a region and all that does not belong to it, clockwise around each cell. */
export function rim(grid: Grid, cells: readonly Cell[]): Rim[] {
  const inside = new Set(cells.map(key));
  return cells.flatMap((within) => {
    const corners = grid.corners(within);
    return grid.sides(within).flatMap((beyond, i) => {
      if (inside.has(key(beyond))) return [];
      return [{ from: corners[i]!, to: corners[(i + 1) % corners.length]!, within, beyond }];
    });
  });
}

/** The outline of a region: its sides joined to closed loops. */
export function outline(grid: Grid, cells: readonly Cell[]): string {
  const next = new Map<string, Point[]>();
  const sides = rim(grid, cells);
  for (const { from, to } of sides) {
    const spot = corner(from);
    next.set(spot, [...(next.get(spot) ?? []), to]);
  }
  let path = "";
  for (const { from } of sides) {
    let to = next.get(corner(from))?.pop();
    if (!to) continue;
    const loop = [from];
    while (to && corner(to) !== corner(from)) {
      loop.push(to);
      to = next.get(corner(to))?.pop();
    }
    path += polygon(loop);
  }
  return path;
}

/** Groups of cells that hang together. */
export function islands(grid: Grid, cells: readonly Cell[]): Cell[][] {
  const left = new Map(cells.map((cell) => [key(cell), cell]));
  const found: Cell[][] = [];
  for (const cell of cells) {
    if (!left.delete(key(cell))) continue;
    const group = [cell];
    for (let i = 0; i < group.length; i++) {
      for (const other of grid.sides(group[i]!)) if (left.delete(key(other))) group.push(other);
    }
    found.push(group);
  }
  return found;
}

function roundedHex(q: number, r: number): Cell {
  const s = -q - r;
  let [a, b, c] = [Math.round(q), Math.round(r), Math.round(s)];
  const [da, db, dc] = [Math.abs(a - q), Math.abs(b - r), Math.abs(c - s)];
  if (da > db && da > dc) a = -b - c;
  else if (db > dc) b = -a - c;
  return [a + 0, b + 0]; // no minus zero
}

function odd(n: number): boolean {
  return Math.abs(n % 2) === 1;
}

function corner({ x, y }: Point): string {
  return `${Math.round(x * 10)},${Math.round(y * 10)}`;
}

function short(n: number): string {
  return String(Math.round(n * 100) / 100);
}
