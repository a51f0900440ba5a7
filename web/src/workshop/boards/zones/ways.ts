/** The ways between rooms. Neighbours are joined unless a wall stands between them; a door closes a way; a link joins two
    that are not neighbours. */

import { painted, paintOf } from "../painting";
import { keyOf, usualValues, type Palette, type Plan, type Room, type Way } from "../plan";
import { aWay, has, take } from "./paints";

export const WALL = "closed";
export const DOOR = "door";
export const LINK = "link";

/** What lies between two rooms; `none`: nothing, they are not neighbours and nothing joins them. */
export type Between = "way" | "door" | "wall" | "link" | "none";

export function roomById(plan: Plan, id: string): Room | undefined {
  return plan.rooms.find((room) => room.id === id);
}

export function beside(plan: Plan, one: string, other: string): boolean {
  const [a, b] = [roomById(plan, one)?.at, roomById(plan, other)?.at];
  return a !== undefined && b !== undefined && Math.abs(a[0] - b[0]) + Math.abs(a[1] - b[1]) === 1;
}

/** All rooms that lie side by side, whatever is between them. */
export function sides(plan: Plan): Way[] {
  const bySpot = new Map(plan.rooms.map((room) => [String(room.at), room.id]));
  return plan.rooms.flatMap(({ id, at: [x, y] }) => {
    const next = [bySpot.get(String([x + 1, y])), bySpot.get(String([x, y + 1]))];
    return next.filter((other) => other !== undefined).map((other): Way => [id, other]);
  });
}

/** Those that are joined without lying side by side. */
export function links(plan: Plan): Way[] {
  return plan.drawn.filter((drawn) => drawn.paint === LINK).flatMap((drawn) => drawn.ways);
}

/** The sides and links of a room, whatever lies there. */
export function linked(plan: Plan, room: string): Way[] {
  const neighbours = sides(plan).filter((way) => way.includes(room));
  const known = new Set(neighbours.map(keyOf));
  return [...neighbours, ...links(plan).filter((way) => way.includes(room) && !known.has(keyOf(way)))];
}

export function between(plan: Plan, one: string, other: string): Between {
  const way = aWay(one, other);
  if (has(plan, way, WALL)) return "wall";
  if (has(plan, way, DOOR)) return "door";
  if (beside(plan, one, other)) return "way";
  return has(plan, way, LINK) ? "link" : "none";
}

/** Which of these a game knows, in the order in which a click goes through them. */
export function turns(palette: Palette, neighbours: boolean): Between[] {
  const door: Between[] = paintOf(palette, DOOR) ? ["door"] : [];
  return neighbours ? ["way", ...door, "wall"] : ["link", ...door];
}

/** What a click makes of it. */
export function nextBetween(plan: Plan, palette: Palette, one: string, other: string): Between {
  const order = turns(palette, beside(plan, one, other));
  return order[(order.indexOf(between(plan, one, other)) + 1) % order.length]!;
}

/** Makes it a way, a door or a wall. What else lies there, such as a danger, goes where nobody can pass any more. */
export function withBetween(plan: Plan, palette: Palette, one: string, other: string, made: Between): Plan {
  const way = aWay(one, other);
  const neighbours = beside(plan, one, other);
  let next = plan;
  if (made !== "wall") next = take(next, palette, way, WALL);
  if (made !== "door") next = take(next, palette, way, DOOR);
  if (neighbours || made === "none") next = take(next, palette, way, LINK);
  else if (!has(next, way, LINK) && paintOf(palette, LINK)) next = add(next, palette, one, other, LINK);
  if (made === "wall") next = add(withoutPassers(next, palette, one, other), palette, one, other, WALL);
  if (made === "none") next = withoutPassers(next, palette, one, other);
  if (made === "door" && !has(next, way, DOOR)) next = add(next, palette, one, other, DOOR);
  return next;
}

/** Whether two rooms can be joined at all: side by side always, from afar where the game knows such ways. */
export function mayJoin(plan: Plan, palette: Palette, one: string, other: string): boolean {
  return one !== other && (beside(plan, one, other) || paintOf(palette, LINK) !== undefined);
}

/** A way from one to the other, as it comes when somebody draws it from room to room. */
export function joined(plan: Plan, palette: Palette, one: string, other: string, made: "way" | "door"): Plan {
  if (!mayJoin(plan, palette, one, other)) return plan;
  return withBetween(plan, palette, one, other, made === "way" && !beside(plan, one, other) ? "link" : made);
}

/** After a room was moved: its walls and dangers stay with neighbours, its doors come along, and what joins neighbours
    from afar is not needed any more. */
export function settled(plan: Plan, palette: Palette, moved: readonly string[]): Plan {
  const pairs = plan.drawn.flatMap((drawn) => drawn.ways).filter((pair) => pair.some((id) => moved.includes(id)));
  return pairs.reduce((next, [one, other]) => settledPair(next, palette, one, other), plan);
}

function settledPair(plan: Plan, palette: Palette, one: string, other: string): Plan {
  const way = aWay(one, other);
  if (beside(plan, one, other)) return has(plan, way, WALL) ? plan : take(plan, palette, way, LINK);
  const open = take(plan, palette, way, WALL);
  if (has(open, way, LINK)) return open;
  if (has(open, way, DOOR) && paintOf(palette, LINK)) return add(open, palette, one, other, LINK);
  return withoutPassers(take(open, palette, way, DOOR), palette, one, other);
}

/** Without what only those meet who pass. */
function withoutPassers(plan: Plan, palette: Palette, one: string, other: string): Plan {
  const others = palette.paints.filter((paint) => paint.on === "ways" && ![WALL, DOOR, LINK].includes(paint.id));
  return others.reduce((next, paint) => take(next, palette, aWay(one, other), paint.id), plan);
}

/** Beside what lies there already, though the palette may have both in one layer: a door hangs in a link. */
function add(plan: Plan, palette: Palette, one: string, other: string, id: string): Plan {
  const paint = paintOf(palette, id);
  return paint ? painted(plan, palette, { ...paint, layer: `${paint.layer} ${id}` }, usualValues(paint), [[one, other]]) : plan;
}
