/** Places of trays: what lies in them, where it may be laid, and which place comes next in a direction. */

import type { Asked, LayTold, TrayShown } from "../protocol/types";

/** A place of a tray, both counted from 0 on; `slot` −1 is the tray as a whole. */
export interface Spot {
  tray: number;
  slot: number;
}

export const WHOLE = -1;

export const sameSpot = (one: Spot | null, other: Spot | null): boolean => one !== null && other !== null && one.tray === other.tray && one.slot === other.slot;
export const spotKey = ({ tray, slot }: Spot): string => `${tray}.${slot}`;

/** What would happen if something were laid there: one that may be, rather than one that may not. */
export function layAt(lays: readonly LayTold[], at: Spot | null): LayTold | undefined {
  if (at === null) return undefined;
  const meant = lays.filter((lay) => lay.tray === at.tray && (at.slot === WHOLE || !lay.slots.length ? !lay.slots.length : lay.slots.includes(at.slot)));
  return meant.find((lay) => !lay.refused && first(lay, at)) ?? meant.find((lay) => first(lay, at)) ?? meant.find((lay) => !lay.refused) ?? meant[0];
}

/** A larger thing fills several places: rather from the one that is pointed at. */
const first = (lay: LayTold, at: Spot): boolean => !lay.slots.length || lay.slots[0] === at.slot;

/** May it be laid there? */
export function mayLie(lays: readonly LayTold[], at: Spot): boolean {
  return layAt(lays, at)?.refused === null;
}

/** All places of a tray that a thing fills that lies in one of them: worn armour is one thing. */
export function togetherWith(tray: TrayShown, slot: number): number[] {
  const one = tray.slots[slot];
  if (!one || one.state !== "worn") return [slot];
  return tray.slots.flatMap((other, at) => (other.state === "worn" && other.name === one.name ? [at] : []));
}

/** The question whose answers are places of one of these trays, where it is asked of this being: which tray that is. */
export function askedIn(question: Asked | null, being: string, trays: readonly TrayShown[]): number {
  return question && question.tray && question.who === being && question.domain.kind === "several" ? trays.findIndex((tray) => tray.kind === question.tray) : -1;
}

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

const WAYS: Record<string, readonly [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Which of the boxes comes next from one of them, by an arrow key: the nearest that way, sideways counting double. */
export function nextBox(boxes: readonly Box[], from: number, key: string): number {
  const way = WAYS[key];
  const here = boxes[from];
  if (!way || !here) return -1;
  const [x, y] = [here.left + here.width / 2, here.top + here.height / 2];
  let best = -1;
  let least = Infinity;
  boxes.forEach((box, at) => {
    const [dx, dy] = [box.left + box.width / 2 - x, box.top + box.height / 2 - y];
    const along = dx * way[0] + dy * way[1];
    const aside = Math.abs(dx * way[1]) + Math.abs(dy * way[0]);
    if (at === from || along <= 1 || along + 2 * aside >= least) return;
    best = at;
    least = along + 2 * aside;
  });
  return best;
}
