/** Where the menu of a token lies: beside it, where there is most room, and never over anybody. */

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface Placed {
  left: number;
  top: number;
  /** Where its edge is nearest to the token. */
  from: [number, number];
}

const GAP = 14; // between menu and token
const STEP = 12; // of the search
const EDGE = 8; // from the edge of the page
const BESIDE = 120; // what it is worth to lie on the board, in pixels of the way to the token
const LEAST = 4; // between the menu and anybody

/** The nearest place to the token that covers nobody, on the board if it can be; of those as near, the one with the most
 * room around it. Where the page is so full that there is none, the one that covers least. */
export function placed(size: { width: number; height: number }, token: Box, others: readonly Box[], page: Box, board: Box = page): Placed {
  const beings = [token, ...others];
  const whole = size.width * size.height;
  let best: { left: number; top: number; worth: number } | null = null;
  for (const top of along(page.top + EDGE, page.top + page.height - size.height - EDGE, token.top + (token.height - size.height) / 2))
    for (const left of along(page.left + EDGE, page.left + page.width - size.width - EDGE, token.left - size.width - GAP, token.left + token.width + GAP, token.left + (token.width - size.width) / 2)) {
      const box = { left, top, ...size };
      const worth = -1000 * covered(box, beings) - Math.max(GAP, apart(box, token)) - BESIDE * (1 - shared(box, board) / whole) + 0.2 * Math.min(100, clear(box, others));
      if (!best || worth > best.worth + 1e-6) best = { left, top, worth };
    }
  const { left, top } = best ?? { left: page.left + EDGE, top: page.top + EDGE };
  const [x, y] = [token.left + token.width / 2, token.top + token.height / 2];
  return { left, top, from: [within(x, left, left + size.width), within(y, top, top + size.height)] };
}

/** Values from least to most, with those that are wished for, as far as they are between them. */
function along(least: number, most: number, ...wished: number[]): number[] {
  if (most <= least) return [least];
  const found = wished.filter((one) => one >= least && one <= most);
  for (let at = least; at <= most; at += STEP) found.push(at);
  return found;
}

const within = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value));

/** How far two boxes are from each other; 0 where they touch. */
function apart(one: Box, other: Box): number {
  const x = Math.max(0, other.left - one.left - one.width, one.left - other.left - other.width);
  const y = Math.max(0, other.top - one.top - one.height, one.top - other.top - other.height);
  return Math.hypot(x, y);
}

/** How much of everybody a box would cover. */
export function covered(box: Box, beings: readonly Box[]): number {
  const wide = { left: box.left - LEAST, top: box.top - LEAST, width: box.width + 2 * LEAST, height: box.height + 2 * LEAST };
  return beings.reduce((sum, one) => sum + shared(wide, one), 0);
}

/** The area that two boxes share. */
function shared(one: Box, other: Box): number {
  const x = Math.min(one.left + one.width, other.left + other.width) - Math.max(one.left, other.left);
  const y = Math.min(one.top + one.height, other.top + other.height) - Math.max(one.top, other.top);
  return x > 0 && y > 0 ? x * y : 0;
}

/** How far the nearest of the others is. */
function clear(box: Box, others: readonly Box[]): number {
  return others.reduce((least, one) => Math.min(least, apart(box, one)), Infinity);
}
