/** Places of a board, what is pointed at on it, and how that compares with values of arguments. */

export type Place = readonly [number, number] | string; // a cell, or the id of a zone

/** What one points at: a place, and who stands there. */
export interface Spot {
  place: Place | null;
  being: string | null;
}

export function isPlace(value: unknown): value is Place {
  return typeof value === "string" || (Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === "number"));
}

/** A place as it is sent. */
export function sentPlace(place: Place): [number, number] | string {
  return typeof place === "string" ? place : [place[0], place[1]];
}

/** Plain data of two answers: the same? */
export function same(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other)) return one.length === other.length && one.every((part, at) => same(part, other[at]));
  return one === other;
}

export function sameSpot(one: Spot | null, other: Spot | null): boolean {
  return one === other || (one !== null && other !== null && one.being === other.being && same(one.place, other.place));
}

/** Is this value of an argument what the spot shows: the being, the place, or a path that ends there? */
export function means(value: unknown, spot: Spot): boolean {
  if (spot.being !== null && value === spot.being) return true;
  if (spot.place === null) return false;
  return same(value, spot.place) || (Array.isArray(value) && value.length > 0 && same(value[value.length - 1], spot.place));
}
