/** Zones as islands above the clouds: where they float, their shapes, and the bridges between them. */
import { chance } from "../../look/face";
import type { Zones } from "../../protocol/types";
import { zoneIs } from "../labels/zoneTold";
import type { Point } from "../lay/cells";
import { evenGrid, sheetBox, type Laid, type LaidOnSheet, type Sheet, type ZoneSpot } from "../lay/zoneSpots";

const HIGH = 184; // of a row: what stands on the island, the island, its name
const WIDE = 262; // of a column
const LEAST = 222;
const SWUNG = 172; // where a single row swings up and down
const TOP = 14;
const MARGIN = 20;
const NAMED = 88; // the name stands so far below the middle of its island: clear of the cliff
const LINE = 24; // of what is told of an island, below its name
const RX = 152; // no island is wider than twice this

export interface Island {
  surface: string;
  brim: string; // the lower edge of the surface, as a crescent
  cliff: string;
  cracks: string;
  tufts: Point[];
}

export function islandSpots(board: Zones, aspect: number): Laid {
  const zones = Object.entries(board.zones);
  const columns = [...new Set(zones.map(([, { at }]) => at[0]))].sort((a, b) => a - b);
  const rows = [...new Set(zones.map(([, { at }]) => at[1]))].sort((a, b) => a - b);
  const least = rows.length === 1 && columns.length > 4 ? SWUNG : LEAST;
  const high = Math.max(rows.length * HIGH + TOP, (columns.length * least) / aspect);
  const wide = Math.max(columns.length * least, Math.min(columns.length * WIDE * 1.3, high * aspect));
  const height = Math.max(high, wide / aspect);
  const [cw, ch] = [wide / columns.length, (height - TOP) / rows.length];
  const wave = Math.min(ch * 0.3, Math.max(0, (ch - HIGH) / 2)); // where there is room, a row swings up and down
  const spots: Record<string, ZoneSpot> = {};
  for (const [id, { at }] of zones) {
    const [column, row] = [columns.indexOf(at[0]), rows.indexOf(at[1])];
    const slant = rows.length > 1 ? (row - (rows.length - 1) / 2) * cw * 0.07 : 0;
    const rx = Math.min(RX, cw * (0.4 + 0.02 * chance(`${id} wide`) + 0.2 * (wave / ch)));
    const x = (column + 0.5) * cw + slant + (chance(id) - 0.5) * cw * 0.06;
    const y = TOP + (row + 0.5) * ch + (column % 2 ? 1 : -1) * wave + (chance(`${id} y`) - 0.5) * 16 - 8;
    spots[id] = islandSpot(id, board.zones[id]!.name, { x, y }, rx);
  }
  const lines = Math.max(...zones.filter(([, { at }]) => at[1] === rows.at(-1)).map(([id]) => zoneIs(board, id).length));
  const box = { x: -MARGIN, y: 0, width: wide + 2 * MARGIN, height: height + 6 + LINE * Math.max(0, lines - 1) }; // there is room for the first
  return { box, spots, rooms: {}, way: (one, other) => bridge(spots[one], spots[other]) };
}

/** Every spot of a sheet as large as the others, whether or not an island floats there: to draw on. */
export function plainIslands(board: Zones, sheet: Sheet, aspect: number): LaidOnSheet {
  const grid = evenGrid(sheet, WIDE, HIGH, aspect);
  const spots = Object.fromEntries(
    Object.entries(board.zones).map(([id, { name, at }]) => {
      const { x, y, width, height } = grid.slot(at);
      return [id, islandSpot(id, name, { x: x + width / 2, y: y + height / 2 - 8 }, width * 0.41)];
    }),
  );
  return { grid, box: sheetBox(grid, sheet, MARGIN), spots, rooms: {}, way: (one, other) => bridge(spots[one], spots[other]) };
}

function islandSpot(id: string, name: string, { x, y }: Point, rx: number): ZoneSpot {
  return {
    id,
    x,
    y,
    width: 2 * rx - 44,
    rows: 2,
    pitch: 78,
    centred: true,
    ground: -14,
    box: { x: x - rx - 8, y: y - 62, width: 2 * rx + 16, height: 150 },
    outline: oval(x, y, rx + 6, 38),
    label: { x, y: y + NAMED },
    note: { x: x + name.length * 4.7 + 12, y: y + NAMED - 6 },
  };
}

/** From brim to brim: beside each other a rope that sags, above each other down behind the cliff. */
function bridge(one?: ZoneSpot, other?: ZoneSpot): Point[] {
  if (!one || !other) return [];
  return [centreOf(one), ...ends(one, other), centreOf(other)];
}

export function level(one: ZoneSpot, other: ZoneSpot): boolean {
  return Math.abs(other.x - one.x) > (half(one) + half(other)) * 0.7;
}

function centreOf({ x, y }: ZoneSpot): Point {
  return { x, y };
}

const half = (spot: ZoneSpot) => spot.width / 2 + 22;

/** Where a bridge leaves one island and reaches the other. */
export function ends(one: ZoneSpot, other: ZoneSpot): Point[] {
  if (level(one, other)) {
    const east = other.x > one.x ? 1 : -1;
    return [
      { x: one.x + east * (half(one) - 6), y: one.y + 3 },
      { x: other.x - east * (half(other) - 6), y: other.y + 3 },
    ];
  }
  const down = other.y > one.y;
  const [upper, lower] = down ? [one, other] : [other, one];
  const lean = Math.sign(lower.x - upper.x) || 1;
  const top = { x: upper.x - lean * half(upper) * 0.48, y: upper.y + 20 };
  const bottom = { x: lower.x - lean * half(lower) * 0.52, y: lower.y - 22 };
  return down ? [top, bottom] : [bottom, top];
}

function oval(x: number, y: number, rx: number, ry: number): string {
  return `M${x - rx} ${y}A${rx} ${ry} 0 0 1 ${x + rx} ${y}A${rx} ${ry} 0 0 1 ${x - rx} ${y}Z`;
}

// ---------------------------------------------------------------- the drawing of an island

const AROUND = 22;
const RY = 31;
const DEEP = 23; // how far the cliff goes down below the brim, or a quarter more

export function islandOf(spot: ZoneSpot): Island {
  const rx = half(spot);
  const rim = Array.from({ length: AROUND }, (_, i) => {
    const turn = (i / AROUND) * 2 * Math.PI;
    const far = 1 + (chance(`${spot.id} ${i}`) - 0.5) * 0.13;
    return { x: spot.x + rx * far * Math.cos(turn), y: spot.y + RY * (1 + (far - 1) * 1.6) * Math.sin(turn) };
  });
  const front = rim.slice(0, AROUND / 2 + 1); // from east over south to west
  const deep = front.map(({ x, y }, i) => {
    const share = 1 - Math.abs((x - spot.x) / rx) ** 1.7;
    const jag = 0.75 + 0.5 * chance(`${spot.id} deep ${i}`);
    return { x: spot.x + (x - spot.x) * 0.93, y: y + 6 + DEEP * Math.max(0, share) * jag };
  });
  return {
    surface: smooth(rim, true),
    brim: `${smooth(front, false)}L${front
      .map(({ x, y }) => `${f(x)} ${f(y - 6 * (1 - Math.abs((x - spot.x) / rx) ** 2))}`)
      .reverse()
      .join("L")}Z`,
    cliff: `${smooth(front, false)}L${[...deep].reverse().map(({ x, y }) => `${f(x)} ${f(y)}`).join("L")}Z`,
    cracks: front
      .slice(1, -1)
      .map(({ x, y }, i) => {
        const to = deep[i + 1]!;
        const long = 0.35 + 0.6 * chance(`${spot.id} crack ${i}`);
        return `M${f(x)} ${f(y + 2)}L${f(x + (to.x - x) * long)} ${f(y + (to.y - y) * long)}M${f(x + 5)} ${f(y + 2)}l${f((to.x - x) * 0.3)} ${f((to.y - y) * long * 0.45)}`;
      })
      .join(""),
    tufts: Array.from({ length: 5 }, (_, i) => ({
      x: spot.x + rx * 0.78 * (2 * chance(`${spot.id} tuft ${i}`) - 1),
      y: spot.y + RY * 0.6 * (2 * chance(`${spot.id} tuft y ${i}`) - 1),
    })),
  };
}

/** A line through points with soft corners. */
function smooth(points: Point[], closed: boolean): string {
  const all = closed ? [...points, points[0]!, points[1]!] : points;
  const mid = (a: Point, b: Point) => `${f((a.x + b.x) / 2)} ${f((a.y + b.y) / 2)}`;
  const first = closed ? mid(all[0]!, all[1]!) : `${f(all[0]!.x)} ${f(all[0]!.y)}`;
  const curves = all.slice(1, -1).map((point, i) => `Q${f(point.x)} ${f(point.y)} ${mid(point, all[i + 2]!)}`);
  const last = all[all.length - 1]!;
  return `M${first}${curves.join("")}${closed ? "Z" : `L${f(last.x)} ${f(last.y)}`}`;
}

/** A rope bridge between two points: deck, planks, hand ropes and posts. */
export function ropeBridge([from, to]: Point[]): { deck: string; planks: string; ropes: string; posts: string } {
  if (!from || !to) return { deck: "", planks: "", ropes: "", posts: "" };
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const steep = Math.abs(to.y - from.y) > Math.abs(to.x - from.x);
  const sag = steep ? 4 : Math.min(26, 6 + length * 0.14);
  const [nx, ny] = steep ? [6.5, 0] : [0, 5];
  const at = (share: number) => ({
    x: from.x + (to.x - from.x) * share + (steep ? Math.sin(share * Math.PI) * sag : 0),
    y: from.y + (to.y - from.y) * share + (steep ? 0 : 4 * sag * share * (1 - share)),
  });
  const count = Math.max(4, Math.round(length / 8));
  const spots = Array.from({ length: count + 1 }, (_, i) => at(i / count));
  const lineOf = (dx: number, dy: number) => spots.map(({ x, y }, i) => `${i ? "L" : "M"}${f(x + dx)} ${f(y + dy)}`).join("");
  const deck = `${spots.map(({ x, y }, i) => `${i ? "L" : "M"}${f(x - nx)} ${f(y - ny)}`).join("")}L${[...spots]
    .reverse()
    .map(({ x, y }) => `${f(x + nx)} ${f(y + ny)}`)
    .join("L")}Z`;
  const planks = spots.slice(1, -1).map(({ x, y }) => `M${f(x - nx)} ${f(y - ny)}L${f(x + nx)} ${f(y + ny)}`).join("");
  const hand = steep ? lineOf(-nx - 2, 0) + lineOf(nx + 2, 0) : lineOf(0, -15) + spots.filter((_, i) => i % 3 === 1).map(({ x, y }) => `M${f(x)} ${f(y - 15)}V${f(y - 4)}`).join("");
  const post = ({ x, y }: Point) => (steep ? `M${f(x - 8)} ${f(y + 3)}V${f(y - 9)}M${f(x + 8)} ${f(y + 3)}V${f(y - 9)}` : `M${f(x)} ${f(y + 5)}V${f(y - 19)}`);
  return { deck, planks, ropes: hand, posts: post(from) + post(to) };
}

function f(n: number): number {
  return Math.round(n * 10) / 10;
}
