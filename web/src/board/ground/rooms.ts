/** Zones as the rooms of one plan: walls that they share, gaps where one can pass, corners and round ends. */
import { chance } from "../../look/face";
import type { Zones } from "../../protocol/types";
import { polygon, type Box, type Point } from "../lay/cells";
import { evenGrid, sheetBox, type Laid, type LaidOnSheet, type Room, type Sheet, type ZoneSpot } from "../lay/zoneSpots";

export const WALL = 15; // how thick walls are
const HIGH = 176; // the least height and width of a room
const WIDE = 226;
const EDGE = 26;
const TOP = 8;
const GAP = 38; // half of a door

type Slot = string; // "column,row"

export interface Gap {
  at: Point;
  upright: boolean; // the wall stands upright, and one passes from left to right
  half: number;
}

export function roomSpots(board: Zones, aspect: number): Laid {
  const zones = Object.entries(board.zones);
  const columns = [...new Set(zones.map(([, { at }]) => at[0]))].sort((a, b) => a - b);
  const rows = [...new Set(zones.map(([, { at }]) => at[1]))].sort((a, b) => a - b);
  const high = Math.max(rows.length * HIGH + TOP, (columns.length * WIDE) / aspect);
  const wide = Math.max(columns.length * WIDE, high * aspect);
  const xs = cuts(columns.map((c) => 1 + 0.34 * (chance(`column ${c} ${zones.length}`) - 0.5)), wide);
  const ys = cuts(rows.map((r) => 1 + 0.26 * (chance(`row ${r} ${zones.length}`) - 0.5)), high - TOP);
  const slot = (c: number, r: number): Box => ({ x: xs[c]!, y: TOP + ys[r]!, width: xs[c + 1]! - xs[c]!, height: ys[r + 1]! - ys[r]! });
  const owner = new Map<Slot, string>();
  for (const [id, { at }] of zones) owner.set(`${columns.indexOf(at[0])},${rows.indexOf(at[1])}`, id);
  const rooms: Record<string, Room> = {};
  for (const [id, { at }] of zones) {
    const [c, r] = [columns.indexOf(at[0]), rows.indexOf(at[1])];
    const main = slot(c, r);
    const air = (board.marks[id] ?? []).some(({ kind }) => kind === "air");
    rooms[id] = { id, boxes: [main], main, round: air ? null : rounded(board, id, c, r, columns.length, rows.length, owner), air };
  }
  grow(board, rooms, owner, columns.length, rows.length, slot);
  const spots = Object.fromEntries(Object.values(rooms).map((room) => [room.id, spotOf(room)]));
  const box = { x: -EDGE, y: 0, width: wide + 2 * EDGE, height: high + EDGE };
  return { box, spots, rooms, way: (one, other) => through(rooms[one], rooms[other]) };
}

/** Every spot of a sheet as large as the others, whether or not a room stands there: to draw on. */
export function plainRooms(board: Zones, sheet: Sheet, aspect: number): LaidOnSheet {
  const grid = evenGrid(sheet, WIDE, HIGH, aspect);
  const inTheAir = (id: string) => (board.marks[id] ?? []).some(({ kind }) => kind === "air");
  const rooms = Object.fromEntries(Object.entries(board.zones).map(([id, { at }]): [string, Room] => [id, { id, boxes: [grid.slot(at)], main: grid.slot(at), round: null, air: inTheAir(id) }]));
  const spots = Object.fromEntries(Object.values(rooms).map((room) => [room.id, spotOf(room)]));
  return { grid, box: sheetBox(grid, sheet, EDGE), spots, rooms, way: (one, other) => through(rooms[one], rooms[other]) };
}

function cuts(weights: number[], total: number): number[] {
  const sum = weights.reduce((a, b) => a + b, 0);
  return weights.reduce((found, weight) => [...found, found[found.length - 1]! + (weight / sum) * total], [0]);
}

/** A round room at the rim ends in a half circle. */
function rounded(board: Zones, id: string, c: number, r: number, columns: number, rows: number, owner: Map<Slot, string>): Room["round"] {
  if (board.zones[id]!.shape !== "round") return null;
  const free = (dc: number, dr: number) => !owner.has(`${c + dc},${r + dr}`);
  if (c === columns - 1 && free(1, 0)) return "right";
  if (c === 0 && free(-1, 0)) return "left";
  if (r === 0 && free(0, -1)) return "top";
  return r === rows - 1 && free(0, 1) ? "bottom" : null;
}

/** Rooms grow into places that nobody has, so that the plan is no chequerboard: long halls, and corners. */
function grow(board: Zones, rooms: Record<string, Room>, owner: Map<Slot, string>, columns: number, rows: number, slot: (c: number, r: number) => Box): void {
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) {
      if (owner.has(`${c},${r}`)) continue;
      const beside = ([[-1, 0], [1, 0], [0, 1], [0, -1]] as const)
        .map(([dc, dr]) => owner.get(`${c + dc},${r + dr}`))
        .filter((id): id is string => id !== undefined && board.zones[id]!.seen && rooms[id]!.boxes.length === 1)
        .filter((id) => !rooms[id]!.air && !rooms[id]!.round);
      const taker = beside.sort((a, b) => chance(`${a} ${c} ${r}`) - chance(`${b} ${c} ${r}`))[0];
      if (!taker || chance(`${taker} grows`) < 0.25) continue;
      rooms[taker]!.boxes.push(shrunk(slot(c, r), rooms[taker]!.main));
      owner.set(`${c},${r}`, taker);
    }
  }
}

/** A wing is a little narrower than the place it stands in, on the sides that do not meet its room. */
function shrunk(box: Box, main: Box): Box {
  const cut = 0.2;
  if (Math.abs(box.y - main.y) < 1) return box.x > main.x ? { ...box, width: box.width * (1 - cut) } : { ...box, x: box.x + box.width * cut, width: box.width * (1 - cut) };
  return box.y > main.y ? { ...box, height: box.height * (1 - cut) } : { ...box, y: box.y + box.height * cut, height: box.height * (1 - cut) };
}

function spotOf(room: Room): ZoneSpot {
  const { x, y, width, height } = long(room);
  const inner = { x: x + WALL / 2, y: y + WALL / 2, width: width - WALL, height: height - WALL };
  const centre = { x: x + width / 2 + (room.round === "right" ? -18 : room.round === "left" ? 18 : 0), y: y + height / 2 };
  return {
    id: room.id,
    ...centre,
    width: inner.width - (room.round ? 90 : 40),
    rows: Math.max(1, Math.floor((height - 60) / 96)),
    pitch: 100,
    centred: true,
    ground: Math.min(4, inner.y + inner.height - 80 - centre.y),
    box: { x, y, width, height },
    outline: roomPath(room, WALL / 2 + 1),
    label: { x: inner.x + 14 + (room.round === "left" || room.round === "top" ? 34 : 0), y: inner.y + 24 + (room.round === "top" ? 24 : 0) },
    note: { x: inner.x + inner.width - 12 - (room.round === "right" ? 60 : 0), y: inner.y + inner.height - 16 },
  };
}

/** A hall with its wing, where both lie in one row; else the main part. */
function long({ boxes, main }: Room): Box {
  const wing = boxes[1];
  if (!wing || Math.abs(wing.y - main.y) > 1) return main;
  return { ...main, x: Math.min(main.x, wing.x), width: main.width + wing.width };
}

/** The outline of a room, so far inside the middle of its walls. */
export function roomPath({ boxes, main, round }: Room, inset: number): string {
  const wing = boxes[1];
  if (!wing) return boxPath({ x: main.x + inset, y: main.y + inset, width: main.width - 2 * inset, height: main.height - 2 * inset }, round);
  if (Math.abs(wing.y - main.y) < 1) return polygon(joined(main, wing, inset));
  const turned = ({ x, y, width, height }: Box): Box => ({ x: y, y: x, width: height, height: width });
  const points = joined(turned(main), turned(wing), inset).map(({ x, y }) => ({ x: y, y: x }));
  return polygon(points.reverse()); // so that all rooms run the same way round
}

/** Two boxes side by side as one outline. */
function joined(one: Box, other: Box, inset: number): Point[] {
  const [left, right] = one.x < other.x ? [one, other] : [other, one];
  const [from, seam, to] = [left.x + inset, right.x, right.x + right.width - inset];
  const [top, bottom] = [left.y + inset, left.y + left.height - inset];
  const [top2, bottom2] = [right.y + inset, right.y + right.height - inset];
  const above = top < top2 ? seam - inset : seam + inset; // the wall belongs to the higher of the two
  const below = bottom > bottom2 ? seam - inset : seam + inset;
  return [
    { x: from, y: top },
    { x: above, y: top },
    { x: above, y: top2 },
    { x: to, y: top2 },
    { x: to, y: bottom2 },
    { x: below, y: bottom2 },
    { x: below, y: bottom },
    { x: from, y: bottom },
  ];
}

function boxPath({ x, y, width, height }: Box, round: Room["round"]): string {
  const [right, bottom] = [x + width, y + height];
  const depth = 0.42;
  switch (round) {
    case "right":
      return `M${x} ${y}H${right - width * depth}A${width * depth} ${height / 2} 0 0 1 ${right - width * depth} ${bottom}H${x}Z`;
    case "left":
      return `M${right} ${y}H${x + width * depth}A${width * depth} ${height / 2} 0 0 0 ${x + width * depth} ${bottom}H${right}Z`;
    case "top":
      return `M${x} ${bottom}V${y + height * depth}A${width / 2} ${height * depth} 0 0 1 ${right} ${y + height * depth}V${bottom}Z`;
    case "bottom":
      return `M${x} ${y}V${bottom - height * depth}A${width / 2} ${height * depth} 0 0 0 ${right} ${bottom - height * depth}V${y}Z`;
    default:
      return `M${x} ${y}H${right}V${bottom}H${x}Z`;
  }
}

// ---------------------------------------------------------------- ways

/** The gap in the wall between two rooms that lie side by side; nothing where they do not. */
export function gapOf(one?: Room, other?: Room): Gap | null {
  if (!one || !other) return null;
  for (const a of one.boxes) {
    for (const b of other.boxes) {
      const [left, right] = a.x < b.x ? [a, b] : [b, a];
      const [upper, lower] = a.y < b.y ? [a, b] : [b, a];
      if (Math.abs(left.x + left.width - right.x) < 2) {
        const [from, to] = [Math.max(a.y, b.y), Math.min(a.y + a.height, b.y + b.height)];
        if (to - from > 2 * GAP) return { at: { x: right.x, y: from + (to - from) * 0.58 }, upright: true, half: GAP };
      }
      if (Math.abs(upper.y + upper.height - lower.y) < 2) {
        const [from, to] = [Math.max(a.x, b.x), Math.min(a.x + a.width, b.x + b.width)];
        if (to - from > 2 * GAP) return { at: { x: from + (to - from) * 0.56, y: lower.y }, upright: false, half: GAP };
      }
    }
  }
  return null;
}

function through(one?: Room, other?: Room): Point[] {
  if (!one || !other) return [];
  const centre = (room: Room) => {
    const { x, y, width, height } = long(room);
    return { x: x + width / 2, y: y + height / 2 };
  };
  const gap = gapOf(one, other);
  return gap ? [centre(one), gap.at, centre(other)] : [centre(one), centre(other)];
}

/** The line that joins two rooms from afar, and its middle. */
export function linkCurve(a: Point, b: Point): { d: string; bend: Point; middle: Point } {
  const lift = Math.abs(a.y - b.y) < 40 ? -70 : 0;
  const bend = { x: (a.x + b.x) / 2 + (lift ? 0 : 30), y: (a.y + b.y) / 2 + lift };
  return { d: `M${a.x} ${a.y}Q${bend.x} ${bend.y} ${b.x} ${b.y}`, bend, middle: { x: (a.x + b.x) / 4 + bend.x / 2, y: (a.y + b.y) / 4 + bend.y / 2 } };
}
