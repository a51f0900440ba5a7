/** Where title and legend stand on the plate, so that the board fills it and neither covers a place. */
import type { Insets } from "../camera.svelte";
import type { Box, Point } from "./cells";
import { wrapped } from "../ground/ground";
import type { Lay } from "./lay";

export type Corner = "left top" | "left bottom" | "right top" | "right bottom";

export interface Arranged {
  insets: Insets;
  /** A corner that no place reaches into, a column beside the board, a band above it, or nowhere on small screens. */
  title: Corner | "column" | "band" | "none";
  legend: "column" | "footer" | "none";
}

export interface Size {
  width: number;
  height: number;
}

const EDGE = 12;
const COLUMN = 150; // the least width of one beside the board
const WIDEST = 230;
const BAND = 42;
export const FOOTER = 40;
const SAMPLES = 9;
const LETTERS = 13; // of a title in one line
export const SMALL = 620; // pixels of width
const TOOLS: Size = { width: 96, height: 50 }; // the buttons at the right bottom of small screens
export const CORNERS: readonly Corner[] = ["left top", "left bottom", "right top", "right bottom"];

export function arranged(width: number, height: number, lay: Lay, title: Size): Arranged {
  if (width < SMALL || height < 300) return { insets: { ...all(4), bottom: width < SMALL ? TOOLS.height : 4 }, title: "none", legend: "none" };
  if (lay.words) return { insets: { ...all(2), top: BAND, bottom: FOOTER }, title: "band", legend: "footer" };
  const beside = Math.max(COLUMN, Math.min(WIDEST, width - 2 * EDGE - ((height - 2 * EDGE) / lay.box.height) * lay.box.width));
  const column: Arranged = { insets: { ...all(EDGE), right: beside + EDGE }, title: "column", legend: "column" };
  const insets = { ...all(EDGE), bottom: FOOTER };
  const corner = CORNERS.find((each) => free(each, width, height, lay, insets, title));
  const below: Arranged = corner
    ? { insets, title: corner, legend: "footer" }
    : { insets: { ...insets, top: BAND }, title: "band", legend: "footer" };
  const size = (each: Arranged) => fitted(width, height, lay.box, each.insets).scale;
  return size(column) > size(below) ? column : below;
}

/** About how much room a title takes: the lines it is broken into, a line above and one below. */
export function titleSize(heading: string, under: string): Size {
  const lines = wrapped(heading, LETTERS);
  const longest = Math.max(...lines.map((line) => line.length), 13);
  return { width: Math.min(250, longest * 14 + 8), height: lines.length * 29 + (under ? 20 : 0) + 26 };
}

/** Does no place of the board as it fits lie where the title would stand? */
function free(corner: Corner, width: number, height: number, lay: Lay, insets: Insets, title: Size): boolean {
  const { scale, left, top } = fitted(width, height, lay.box, insets);
  const x = corner.startsWith("left") ? EDGE : width - EDGE - title.width;
  const y = corner.endsWith("top") ? EDGE : height - insets.bottom - title.height;
  for (let i = 0; i <= SAMPLES; i++) {
    for (let j = 0; j <= SAMPLES; j++) {
      const spot = { x: x + (title.width * i) / SAMPLES, y: y + (title.height * j) / SAMPLES };
      if (lay.at({ x: lay.box.x + (spot.x - left) / scale, y: lay.box.y + (spot.y - top) / scale }) !== null) return false;
    }
  }
  return true;
}

function fitted(width: number, height: number, box: Box, { left, top, right, bottom }: Insets) {
  const [wide, high] = [width - left - right, height - top - bottom];
  const scale = Math.min(wide / box.width, high / box.height);
  return { scale, left: left + (wide - box.width * scale) / 2, top: top + (high - box.height * scale) / 2 };
}

function all(each: number): Insets {
  return { left: each, top: each, right: each, bottom: each };
}

/** Where title, legend and buttons stand, for what must not cover them. */
export function furniture(place: Arranged, view: Size, title: Size, letters: number, entries: number, fitted: boolean): Box[] {
  const { width, height } = view;
  if (width < SMALL) return [{ x: width - TOOLS.width, y: height - TOOLS.height, ...TOOLS }];
  const foot = { y: height - FOOTER, width, height: FOOTER };
  if (!fitted || place.title === "none") return [{ ...foot, x: width - 190 }];
  if (place.title === "band") return [{ ...foot, x: 0 }, { x: 0, y: 0, width: 210 + letters * 15, height: 40 }];
  if (place.title === "column") {
    const beside = { x: width - place.insets.right, width: place.insets.right };
    const high = FOOTER + 28 * entries;
    return [{ ...beside, y: 0, height: title.height + 20 }, { ...beside, y: height - high, height: high }];
  }
  const x = place.title.startsWith("left") ? 0 : width - title.width - 30;
  const y = place.title.endsWith("top") ? 0 : height - title.height - 50;
  return [{ ...foot, x: 0 }, { x, y, width: title.width + 30, height: title.height + 20 }];
}

// ---------------------------------------------------------------- the tag of a way

const STEP = 14;

/** The place of a tag of this size that hides nothing and is nearest to a point; nothing where there is none. */
export function tagAt(
  size: Size,
  room: Box,
  near: Point,
  hides: (rect: Box) => boolean,
): Point | null {
  const spots: { x: number; y: number; far: number }[] = [];
  for (let y = room.y; y + size.height <= room.y + room.height; y += STEP) {
    for (let x = room.x; x + size.width <= room.x + room.width; x += STEP) {
      spots.push({ x, y, far: Math.hypot(x + size.width / 2 - near.x, y + size.height / 2 - near.y) });
    }
  }
  return spots.sort((a, b) => a.far - b.far).find(({ x, y }) => !hides({ x, y, ...size })) ?? null;
}

export interface Tray extends Point {
  where: string;
}

/** Where dice of this size fall: at the corner or edge of the view where they cover nobody and nothing that is written, and
 * the least of the board; the one of `last` time as long as it is free. Nothing where there is none. */
export function trayAt(size: Size, view: Size, taken: readonly Box[], onBoard: (at: Point) => boolean, last: string): Tray | null {
  const [right, bottom] = [view.width - size.width - EDGE, view.height - size.height - EDGE];
  const [middle, half] = [(view.width - size.width) / 2, (view.height - size.height) / 2];
  const spots: Tray[] = [
    { where: "right top", x: right, y: EDGE },
    { where: "left top", x: EDGE, y: EDGE },
    { where: "left bottom", x: EDGE, y: bottom },
    { where: "right bottom", x: right, y: bottom - FOOTER },
    { where: "top", x: middle, y: EDGE },
    { where: "bottom", x: middle, y: bottom },
    { where: "right", x: right, y: half },
    { where: "left", x: EDGE, y: half },
  ];
  const free = spots.filter(({ x, y }) => x >= 0 && y >= 0 && !taken.some((box) => meets(box, { x, y, ...size })));
  const covered = ({ x, y }: Tray) => [0, 0.5, 1].flatMap((i) => [0, 0.5, 1].map((j) => ({ x: x + size.width * i, y: y + size.height * j }))).filter(onBoard).length;
  return free.find(({ where }) => where === last) ?? free.map((spot) => ({ spot, covered: covered(spot) })).sort((a, b) => a.covered - b.covered)[0]?.spot ?? null;
}

export function meets(one: Box, other: Box): boolean {
  return (
    one.x < other.x + other.width && other.x < one.x + one.width && one.y < other.y + other.height && other.y < one.y + one.height
  );
}

/** Does all of the other lie in the one? */
export function holds(one: Box, other: Box): boolean {
  return other.x >= one.x && other.x + other.width <= one.x + one.width && other.y >= one.y && other.y + other.height <= one.y + one.height;
}
