/** What is drawn on rooms and on the ways between them: put there, taken away, and what it says. */

import { painted, without } from "../painting";
import { keyOf, sameValues, type Drawn, type Paint, type Palette, type Place, type Plan, type Values, type Way } from "../plan";

/** Something that can be painted: a room, or what lies between two. */
export type Piece = { room: string; way?: undefined } | { way: Way; room?: undefined };

export const aRoom = (room: string): Piece => ({ room });
export const aWay = (one: string, other: string): Piece => ({ way: [one, other] });
export const placeOf = (piece: Piece): Place => piece.way ?? piece.room;

export function samePiece(one: Piece | null, other: Piece | null): boolean {
  return one && other ? Boolean(one.way) === Boolean(other.way) && keyOf(placeOf(one)) === keyOf(placeOf(other)) : one === other;
}

export function liesOn(drawn: Drawn, piece: Piece): boolean {
  const key = keyOf(placeOf(piece));
  return piece.way ? drawn.ways.some((way) => keyOf(way) === key) : drawn.rooms.includes(piece.room);
}

/** All that is drawn there, as the plan lists it. */
export function paintsOn(plan: Plan, piece: Piece): Drawn[] {
  return plan.drawn.filter((drawn) => liesOn(drawn, piece));
}

/** Does it have this paint, and if it is asked, saying the same? */
export function has(plan: Plan, piece: Piece, paint: string, values?: Values): boolean {
  return paintsOn(plan, piece).some((drawn) => drawn.paint === paint && (!values || sameValues(drawn.values, values)));
}

/** Puts a paint there, in the place of what its layer had. */
export function put(plan: Plan, palette: Palette, piece: Piece, paint: Paint, values: Values): Plan {
  return painted(plan, palette, paint, values, [placeOf(piece)]);
}

/** Takes a paint away from there. */
export function take(plan: Plan, palette: Palette, piece: Piece, paint: string): Plan {
  return without(plan, palette, (one) => one.id === paint, new Set([keyOf(placeOf(piece))]));
}

/** Takes away from there what a layer has. */
export function takeLayer(plan: Plan, palette: Palette, piece: Piece, layer: string): Plan {
  return without(plan, palette, (one) => one.layer === layer, new Set([keyOf(placeOf(piece))]));
}

/** Says something else with a paint that lies there. It keeps its place in the list, so that the file stays as it is. */
export function say(plan: Plan, palette: Palette, piece: Piece, paint: Paint, values: Values): Plan {
  const place = plan.drawn.findIndex((drawn) => drawn.paint === paint.id && liesOn(drawn, piece));
  const before = plan.drawn[place];
  if (!before || sameValues(before.values, values)) return plan;
  if (before[paint.on].length > 1) return put(plan, palette, piece, paint, values);
  return { ...plan, drawn: plan.drawn.map((drawn, at) => (at === place ? { ...drawn, values } : drawn)) };
}
