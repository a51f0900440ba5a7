/** Cutting a square out of a picture: where it lies and how large it is, in pixels of the picture. */

export interface Crop {
  x: number; // of its left edge
  y: number; // of its upper edge
  side: number;
}

export interface Size {
  width: number;
  height: number;
}

/** The corner of a frame by which it is pulled: which edges go along. */
export type Corner = readonly [left: boolean, top: boolean];
export const CORNERS: readonly Corner[] = [
  [true, true],
  [false, true],
  [true, false],
  [false, false],
];

const LEAST = 24; // pixels of a side; a smaller picture is taken whole
const TOP = 1 / 3; // of what lies above and below the first frame, so much is left above: heads are seldom in the middle

const within = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value));
const longest = ({ width, height }: Size): number => Math.min(width, height);
const sideIn = (side: number, size: Size): number => within(side, Math.min(LEAST, longest(size)), longest(size));

/** The largest square that fits. */
export function first(size: Size): Crop {
  const side = longest(size);
  return { x: (size.width - side) / 2, y: (size.height - side) * TOP, side };
}

/** The nearest one that lies in the picture. */
export function inside(crop: Crop, size: Size): Crop {
  const side = sideIn(crop.side, size);
  return { x: within(crop.x, 0, size.width - side), y: within(crop.y, 0, size.height - side), side };
}

export function moved(crop: Crop, right: number, down: number, size: Size): Crop {
  return inside({ ...crop, x: crop.x + right, y: crop.y + down }, size);
}

/** What is seen becomes so many times larger; what stands at `about`, from 0 to 1 of the frame, stays there. */
export function enlarged(crop: Crop, times: number, size: Size, about: readonly [number, number] = [0.5, 0.5]): Crop {
  const side = sideIn(crop.side / times, size);
  const gone = crop.side - side;
  return inside({ x: crop.x + gone * about[0], y: crop.y + gone * about[1], side }, size);
}

/** One corner is pulled to a point, the one across from it stays. */
export function pulled(crop: Crop, [left, top]: Corner, x: number, y: number, size: Size): Crop {
  const fixed = { x: left ? crop.x + crop.side : crop.x, y: top ? crop.y + crop.side : crop.y };
  const room = Math.min(left ? fixed.x : size.width - fixed.x, top ? fixed.y : size.height - fixed.y);
  const wanted = Math.max(left ? fixed.x - x : x - fixed.x, top ? fixed.y - y : y - fixed.y);
  const side = Math.min(sideIn(wanted, size), room);
  return { x: left ? fixed.x - side : fixed.x, y: top ? fixed.y - side : fixed.y, side };
}

/** How many times larger than the whole it is, in percent. */
export function percent(crop: Crop, size: Size): number {
  return Math.round((100 * longest(size)) / crop.side);
}
