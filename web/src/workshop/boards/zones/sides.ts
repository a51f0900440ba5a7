/** Where the sides between rooms and the ways from afar lie on the sheet: to point at, and to mark. */

import { ends } from "../../../board/ground/islands";
import { linkCurve } from "../../../board/ground/rooms";
import type { Point } from "../../../board/lay/cells";
import type { SheetLay } from "../../../board/lay/zones";
import { keyOf, type Plan, type Way } from "../plan";
import { links, sides } from "./ways";

export interface SideLine {
  way: Way;
  points: Point[]; // as it is pointed at
  middle: Point;
  near: number; // how far from the line one still points at it
}

const AT_WALL = 17;
const AT_BRIDGE = 24;
const AT_LINK = 11;
const CORNER = 18; // that belongs to no side
const SAMPLES = 14;

export function sideLines(plan: Plan, lay: SheetLay, game: string): SideLine[] {
  const neighbours = sides(plan).flatMap((way) => (game === "navyblue" ? wall(way, plan, lay) : bridge(way, lay)));
  const known = new Set(neighbours.map(({ way }) => keyOf(way)));
  return [...neighbours, ...links(plan).filter((way) => !known.has(keyOf(way))).flatMap((way) => far(way, lay))];
}

function wall(way: Way, plan: Plan, lay: SheetLay): SideLine[] {
  const [one, other] = way.map((id) => plan.rooms.find((room) => room.id === id)?.at);
  if (!one || !other) return [];
  const { x, y, width, height } = lay.slot(other);
  const upright = one[1] === other[1];
  const points = upright ? [{ x, y: y + CORNER }, { x, y: y + height - CORNER }] : [{ x: x + CORNER, y }, { x: x + width - CORNER, y }];
  return [{ way, points, middle: upright ? { x, y: y + height * 0.58 } : { x: x + width * 0.56, y }, near: AT_WALL }]; // where gaps are
}

function bridge(way: Way, lay: SheetLay): SideLine[] {
  const [one, other] = [lay.spots[way[0]], lay.spots[way[1]]];
  if (!one || !other) return [];
  const points = ends(one, other);
  return [{ way, points, middle: between(points[0]!, points[1]!), near: AT_BRIDGE }];
}

function far(way: Way, lay: SheetLay): SideLine[] {
  const [one, other] = [lay.spots[way[0]], lay.spots[way[1]]];
  if (!one || !other) return [];
  const { bend, middle } = linkCurve(one, other);
  const at = (share: number): Point => ({
    x: (1 - share) ** 2 * one.x + 2 * share * (1 - share) * bend.x + share ** 2 * other.x,
    y: (1 - share) ** 2 * one.y + 2 * share * (1 - share) * bend.y + share ** 2 * other.y,
  });
  const points = Array.from({ length: SAMPLES + 1 }, (_, i) => at(0.2 + (0.6 * i) / SAMPLES)); // not in the middle of the rooms
  return [{ way, points, middle, near: AT_LINK }];
}

const between = (one: Point, other: Point): Point => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 });

/** The side that is pointed at, if one is. */
export function sideAt(lines: readonly SideLine[], point: Point): Way | null {
  const near = lines.map((line) => ({ line, far: away(line.points, point) })).filter(({ line, far }) => far <= line.near);
  return near.sort((one, other) => one.far - other.far)[0]?.line.way ?? null;
}

function away(points: readonly Point[], point: Point): number {
  return Math.min(...points.slice(1).map((to, i) => toSegment(points[i]!, to, point)));
}

function toSegment(from: Point, to: Point, { x, y }: Point): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const share = Math.max(0, Math.min(1, ((x - from.x) * dx + (y - from.y) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(from.x + share * dx - x, from.y + share * dy - y);
}
