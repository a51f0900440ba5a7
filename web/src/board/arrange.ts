/** Where title and legend stand on the plate, so that the board fills it and neither covers a place. */
import type { Insets } from "./camera.svelte";
import type { Box, Point } from "./cells";
import type { Lay } from "./lay";

export type Corner = "left top" | "left bottom" | "right top" | "right bottom";

export interface Arranged {
  insets: Insets;
  /** A corner that no place reaches into, a column beside the board, a band above it, or nowhere on small screens. */
  title: Corner | "column" | "band" | "none";
  legend: "column" | "footer" | "none";
}

const EDGE = 14;
const COLUMN = 196;
const BAND = 44;
const FOOTER = 36;
const TITLE = { width: 236, height: 100 };
const SMALL = 640; // pixels of width
export const CORNERS: readonly Corner[] = ["left top", "left bottom", "right top", "right bottom"];

export function arranged(width: number, height: number, lay: Lay, places: boolean): Arranged {
  if (width < SMALL || height < 300) return { insets: all(4), title: "none", legend: "none" };
  if (lay.words) return { insets: { left: EDGE, right: EDGE, top: EDGE, bottom: places ? FOOTER : EDGE }, title: "left top", legend: "footer" };
  const { box } = lay;
  const beside = width - 2 * EDGE - ((height - 2 * EDGE) / box.height) * box.width;
  if (beside >= COLUMN) return { insets: { ...all(EDGE), right: COLUMN + EDGE }, title: "column", legend: "column" };
  const insets = { ...all(EDGE), bottom: FOOTER };
  const corner = CORNERS.find((each) => free(each, width, height, lay, insets));
  if (corner) return { insets, title: corner, legend: "footer" };
  return { insets: { ...insets, top: BAND }, title: "band", legend: "footer" };
}

/** Does no place of the board as it fits lie where the title would stand? */
function free(corner: Corner, width: number, height: number, lay: Lay, insets: Insets): boolean {
  const { scale, left, top } = fitted(width, height, lay.box, insets);
  const rect: Box = {
    x: corner.startsWith("left") ? EDGE : width - EDGE - TITLE.width,
    y: corner.endsWith("top") ? EDGE : height - insets.bottom - TITLE.height,
    ...TITLE,
  };
  const reach = (lay.unit / 2) * scale;
  return lay.places.every((place) => {
    const { x, y } = lay.centre(place);
    return !near(rect, { x: left + (x - lay.box.x) * scale, y: top + (y - lay.box.y) * scale }, reach);
  });
}

function fitted(width: number, height: number, box: Box, { left, top, right, bottom }: Insets) {
  const [wide, high] = [width - left - right, height - top - bottom];
  const scale = Math.min(wide / box.width, high / box.height);
  return { scale, left: left + (wide - box.width * scale) / 2, top: top + (high - box.height * scale) / 2 };
}

function near(rect: Box, { x, y }: Point, reach: number): boolean {
  return x > rect.x - reach && x < rect.x + rect.width + reach && y > rect.y - reach && y < rect.y + rect.height + reach;
}

function all(each: number): Insets {
  return { left: each, top: each, right: each, bottom: each };
}

// ---------------------------------------------------------------- the tag of a way

const STEP = 14;

/** The place of a tag of this size that hides nothing and is nearest to a point; nothing where there is none. */
export function tagAt(
  size: { width: number; height: number },
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

export function meets(one: Box, other: Box): boolean {
  return (
    one.x < other.x + other.width && other.x < one.x + one.width && one.y < other.y + other.height && other.y < one.y + one.height
  );
}
