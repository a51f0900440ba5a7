/** Notes that are pinned to places of the board, as signs beside whoever stands there. */

import type { Document } from "../../protocol/types";
import { type Place, placeKey } from "../aimed";
import type { Point } from "../lay/cells";
import type { Lay } from "../lay/lay";

export interface Pin {
  id: string; // of the note
  title: string;
  at: Place;
  alone: boolean; // not for all at the table
}

const REACH = 13; // of a sign, on the plate
const BESIDE = 0.42; // of a cell: up and to the right of its middle
const NEXT = 14; // from one sign of a place to the next

export function pinsOf({ pins, notes }: Pick<Document, "pins" | "notes">): Pin[] {
  return Object.entries(pins).flatMap(([id, at]) => (notes[id] ? [{ id, title: notes[id].title, at: at as Place, alone: notes[id].whose !== "shared" }] : []));
}

/** Where the signs are drawn: those of one place beside each other. */
export function placedPins(pins: readonly Pin[], lay: Lay): { pin: Pin; spot: Point }[] {
  const before = new Map<string, number>();
  return pins.filter(({ at }) => lay.has(at)).map((pin) => {
    const many = before.get(placeKey(pin.at)) ?? 0;
    before.set(placeKey(pin.at), many + 1);
    const { x, y } = lay.centre(pin.at);
    return { pin, spot: { x: x + BESIDE * lay.unit - many * NEXT, y: y - BESIDE * lay.unit } };
  });
}

/** The note whose sign lies under a point of the plate; `scale` is how large the plate is seen. */
export function pinAt(pins: readonly Pin[], lay: Lay, { x, y }: Point, scale: number): string {
  const reach = Math.max(REACH, 11 / scale);
  return placedPins(pins, lay).findLast(({ spot }) => Math.hypot(spot.x - x, spot.y - y) <= reach)?.pin.id ?? "";
}

/** The notes of a place. */
export function pinsAt(pins: readonly Pin[], place: Place | null): Pin[] {
  return place === null ? [] : pins.filter(({ at }) => placeKey(at) === placeKey(place));
}
