/** What the board is told of what somebody is about to do. All of it comes from looks; nothing is worked out here. */
import type { BeingShown, Hexes, MovedTo, PaidShown, SightTold, Squares, Zones } from "../protocol/types";
import type { Place, Spot } from "../turn/spot";
import { key } from "./lay/cells";

export type { Place, Spot };
export type Board = Hexes | Squares | Zones;
export type CellBoard = Hexes | Squares;
export type Beings = Record<string, BeingShown>;

export interface Step {
  at: Place;
  price: readonly PaidShown[];
  beside?: string[]; // enemies beside it, or in that zone
}

export interface Way {
  path: readonly Place[]; // without the start
  cost?: string; // in words, for the tag
  steps?: readonly string[]; // the running cost at each step, where it is known
  draws?: readonly string[]; // who may react: ids or names
  warning?: string;
  refused?: { reason: string; rule: string } | null;
}

export interface Aimed {
  actor?: string | null;
  reach?: readonly Step[];
  moving?: string; // the way of moving that was chosen
  way?: Way | null;
  targets?: readonly string[];
  may?: readonly string[]; // who could be chosen now
  places?: readonly Place[]; // which places could be chosen now
  area?: { places: readonly Place[]; words?: string } | null;
  sight?: SightTold | null;
  odds?: Readonly<Record<string, string>>;
  pushes?: readonly MovedTo[]; // where others would be moved to
}

export interface Ping {
  id: number;
  place: Place;
  by: string; // the name of who points
  colour: number; // that of the seat, one of COLOURS
}

export const COLOURS = 6; // of seats, in board.css

export function isCell<T extends Place>(place: T | null | undefined): place is Exclude<T, string> {
  return Array.isArray(place);
}

export function placeKey(place: Place): string {
  return isCell(place) ? key(place) : String(place);
}

export function samePlace(one: Place | null, other: Place | null): boolean {
  return one !== null && other !== null && placeKey(one) === placeKey(other);
}

export function samePlaceOrNone(one: Place | null | undefined, other: Place | null | undefined): boolean {
  return one == null || other == null ? (one ?? null) === (other ?? null) : samePlace(one, other);
}

/** What was before, where the new one says the same: then nothing that is made of it is made anew. */
export function steady<T>(before: T | undefined, now: T): T {
  return before && now && JSON.stringify(before) === JSON.stringify(now) ? before : now;
}
