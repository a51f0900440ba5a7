/**
 * The plane in which maps lie and drawings are drawn, whatever the board: counted in cells, with the middle of the hex q, r
 * at q + r/2, r·√3/2 and of the square or the zone x, y at x, y. And the places of a board that are covered, by row.
 */
import type { Board, Place } from "../aimed";
import { isCell } from "../aimed";
import type { Cell, Point } from "./cells";
import type { Lay } from "./lay";

export type Spot = readonly [number, number];
export type Rows = Record<string, readonly (readonly [number, number])[]>;

/** How one direction of the plane lies on the plate. */
interface Axis {
  scale: number;
  start: number;
}

export interface Plane {
  toPlate(spot: Spot): Point;
  fromPlate(point: Point): Spot;
}

export function planeOf(board: Board, lay: Lay): Plane {
  const zones = board.kind === "zones" ? Object.entries(board.zones) : [];
  const [x, y] = [0, 1].map((axis) => {
    if (board.kind !== "zones") return { scale: lay.unit, start: 0 };
    const centres = zones.filter(([id]) => lay.has(id)).map(([id, zone]) => [zone.at[axis]!, axis ? lay.centre(id).y : lay.centre(id).x] as const);
    return fitted(centres, axis ? lay.box.height : lay.box.width);
  }) as [Axis, Axis];
  return {
    toPlate: ([a, b]) => ({ x: a * x.scale + x.start, y: b * y.scale + y.start }),
    fromPlate: (point) => [(point.x - x.start) / x.scale, (point.y - y.start) / y.scale],
  };
}

/** The straight line nearest to where zones lie: rooms are not all of one size. */
function fitted(pairs: readonly (readonly [number, number])[], usual: number): Axis {
  const n = Math.max(1, pairs.length);
  const [a, b] = [pairs.reduce((sum, [at]) => sum + at, 0) / n, pairs.reduce((sum, [, on]) => sum + on, 0) / n];
  const spread = pairs.reduce((sum, [at]) => sum + (at - a) ** 2, 0);
  const scale = spread ? pairs.reduce((sum, [at, on]) => sum + (at - a) * (on - b), 0) / spread : usual;
  return { scale: scale || usual || 1, start: b - a * (scale || usual || 1) };
}

export interface Laid {
  a: number; // how much it is enlarged and turned: the first column of the matrix
  b: number;
  x: number;
  y: number;
}

/** Where a picture lies in the plane whose two spots come onto two of it: a point of it, in its width, goes to a·x − b·y + x₀,
 * b·x + a·y + y₀. */
export function laid({ spots: [[px, py], [qx, qy]], onto: [[ux, uy], [vx, vy]] }: { spots: readonly [Spot, Spot]; onto: readonly [Spot, Spot] }): Laid {
  const [dx, dy, ex, ey] = [qx - px, qy - py, vx - ux, vy - uy];
  const size = dx * dx + dy * dy || 1;
  const [a, b] = [(dx * ex + dy * ey) / size, (dx * ey - dy * ex) / size];
  return { a, b, x: ux - a * px + b * py, y: uy - b * px - a * py };
}

/** The matrix that lays a picture, one wide, on the plate: two of its spots come onto two of the plane. It is turned and made
 * larger there; where the plane is longer in one direction on the plate, so is the picture. */
export function laidBy(plane: Plane, spots: readonly [Spot, Spot], onto: readonly [Spot, Spot]): string {
  const { a, b, x, y } = laid({ spots, onto });
  const [start, along] = [plane.toPlate([0, 0]), plane.toPlate([1, 1])];
  const [wide, high] = [along.x - start.x, along.y - start.y];
  const at = plane.toPlate([x, y]);
  return `matrix(${[wide * a, high * b, -wide * b, high * a, at.x, at.y].map((n) => Number(n.toFixed(4))).join(" ")})`;
}

// ---------------------------------------------------------------- what is covered

export function spotsOf(rows: Rows): Cell[] {
  return Object.entries(rows).flatMap(([row, runs]) => runs.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, i): Cell => [first + i, Number(row)])));
}

/** The places of a board that lie at spots that are covered. */
export function coveredPlaces(board: Board, rows: Rows): Place[] {
  const spots = new Set(spotsOf(rows).map(String));
  if (board.kind !== "zones") return board.cells.filter((cell) => spots.has(String(cell)));
  return Object.keys(board.zones).filter((id) => spots.has(String(board.zones[id]!.at)));
}

const UNKNOWN = "?"; // begins the id of a zone that is not told

export function isUnknown(place: Place | null): boolean {
  return !isCell(place) && String(place ?? "").startsWith(UNKNOWN);
}

/** A board of zones with those that are covered, of which nothing is known but where they lie. */
export function withUnknown(board: Board, rows: Rows, name: string): Board {
  if (board.kind !== "zones") return board;
  const told = new Set(Object.values(board.zones).map(({ at }) => String(at)));
  const unknown = spotsOf(rows).filter((at) => !told.has(String(at)));
  if (!unknown.length) return board;
  const zone = (at: Cell) => ({ name, look: "", furniture: "", floor: "", shape: "", at: [at[0], at[1]] as [number, number], cover: false, seen: false });
  return { ...board, zones: { ...board.zones, ...Object.fromEntries(unknown.map((at) => [`${UNKNOWN}${at.join()}`, zone(at)])) } };
}
