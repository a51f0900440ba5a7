/** What is drawn on rooms and on the ways between them: paints with what they say, put there and taken away. */

import type { Drawn, Paint, Pair, Palette, Plan, Values } from "./plan";

/** Something that can be painted: a room, or what lies between two. */
export type Piece = { room: string; way?: undefined } | { way: Pair; room?: undefined };

export const aRoom = (room: string): Piece => ({ room });
export const aWay = (one: string, other: string): Piece => ({ way: [one, other] });

export function samePair(one: Pair, other: Pair): boolean {
  return (one[0] === other[0] && one[1] === other[1]) || (one[0] === other[1] && one[1] === other[0]);
}

export function samePiece(one: Piece | null, other: Piece | null): boolean {
  if (!one || !other) return one === other;
  if (one.way && other.way) return samePair(one.way, other.way);
  return one.room !== undefined && one.room === other.room;
}

export const drawnOf = (plan: Plan): readonly Drawn[] => plan.drawn ?? [];

export function liesOn(drawn: Drawn, piece: Piece): boolean {
  return piece.way ? (drawn.ways ?? []).some((way) => samePair(way, piece.way)) : (drawn.rooms ?? []).includes(piece.room);
}

/** All that is drawn there, as the plan lists it. */
export function paintsOn(plan: Plan, piece: Piece): Drawn[] {
  return drawnOf(plan).filter((drawn) => liesOn(drawn, piece));
}

export function has(plan: Plan, piece: Piece, paint: string): boolean {
  return paintsOn(plan, piece).some((drawn) => drawn.paint === paint);
}

export function paintOf(palette: Palette, id: string): Paint | undefined {
  return palette.paints.find((paint) => paint.id === id);
}

/** What a paint says where nobody has filled in anything. */
export function usualValues(paint: Paint | undefined): Values {
  const told = (paint?.blanks ?? []).filter((blank) => blank.usual !== undefined && blank.usual !== null && !blank.unset);
  return Object.fromEntries(told.map((blank) => [blank.id, blank.usual]));
}

/** Puts a paint there, in the place of what its layer had. */
export function put(plan: Plan, palette: Palette, piece: Piece, paint: string, values: Values = usualValues(paintOf(palette, paint))): Plan {
  const layer = paintOf(palette, paint)?.layer;
  const others = new Set(palette.paints.filter((one) => one.layer === layer).map((one) => one.id));
  const cleared = takeAll(plan, piece, (drawn) => others.has(drawn.paint));
  const alike = paintOf(palette, paint)?.apart ? -1 : drawnOf(cleared).findIndex((drawn) => drawn.paint === paint && (drawn.rooms?.length || drawn.ways?.length) && sameValues(drawn.values ?? {}, values));
  if (alike < 0) return { ...cleared, drawn: [...drawnOf(cleared), { paint, ...(piece.way ? { ways: [piece.way] } : { rooms: [piece.room] }), values }] };
  return { ...cleared, drawn: drawnOf(cleared).map((drawn, place) => (place === alike ? added(drawn, piece) : drawn)) };
}

/** Takes a paint away from there. */
export function take(plan: Plan, piece: Piece, paint: string): Plan {
  return takeAll(plan, piece, (drawn) => drawn.paint === paint);
}

/** Takes away from there all that is meant. */
export function takeAll(plan: Plan, piece: Piece, meant: (drawn: Drawn) => boolean): Plan {
  if (!paintsOn(plan, piece).some(meant)) return plan;
  const drawn = drawnOf(plan).map((one) => (meant(one) && liesOn(one, piece) ? without(one, piece) : one));
  return { ...plan, drawn: drawn.filter((one, place) => one === drawnOf(plan)[place] || placesOf(one) > 0) };
}

/** Says something else with a paint that lies there. It keeps its place in the list, so that the file stays as it is. */
export function say(plan: Plan, palette: Palette, piece: Piece, paint: string, values: Values): Plan {
  const place = drawnOf(plan).findIndex((drawn) => drawn.paint === paint && liesOn(drawn, piece));
  const before = drawnOf(plan)[place];
  if (!before) return plan;
  if (placesOf(before) > 1) return put(plan, palette, piece, paint, values);
  return { ...plan, drawn: drawnOf(plan).map((drawn, at) => (at === place ? { ...drawn, values } : drawn)) };
}

function added(drawn: Drawn, piece: Piece): Drawn {
  return piece.way ? { ...drawn, ways: [...(drawn.ways ?? []), piece.way] } : { ...drawn, rooms: [...(drawn.rooms ?? []), piece.room] };
}

function without(drawn: Drawn, piece: Piece): Drawn {
  if (piece.way) return { ...drawn, ways: (drawn.ways ?? []).filter((way) => !samePair(way, piece.way)) };
  return { ...drawn, rooms: (drawn.rooms ?? []).filter((room) => room !== piece.room) };
}

const placesOf = (drawn: Drawn): number => (drawn.rooms?.length ?? 0) + (drawn.ways?.length ?? 0) + (drawn.cells?.length ?? 0) + (drawn.edges?.length ?? 0);

function sameValues(one: Values, other: Values): boolean {
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return names.every((name) => JSON.stringify(one[name] ?? null) === JSON.stringify(other[name] ?? null));
}
