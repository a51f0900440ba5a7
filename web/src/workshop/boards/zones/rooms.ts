/** Rooms on the spots of a grid: they come, are named, move, are copied and go. Each change is another plan. */

import { idOf } from "../../editor/ids";
import type { Sheet } from "../../../board/lay/zoneSpots";
import type { Cell, Drawn, Palette, Plan, Room } from "../plan";
import { aRoom, paintsOn } from "./paints";
import { roomById, settled } from "./ways";

/** A spot of the grid on which rooms stand, x running east and y south. */
export type Spot = Readonly<Cell>;

export const FARTHEST = 1000; // that a room may lie from the first spot
const LEAST: Pick<Sheet, "width" | "height"> = { width: 3, height: 3 };
const AROUND: readonly Spot[] = [[1, 0], [0, 1], [-1, 0], [0, -1]];

export const sameSpot = (one: Spot | null, other: Spot | null): boolean => one !== null && other !== null && one[0] === other[0] && one[1] === other[1];

export function roomAt(plan: Plan, spot: Spot): Room | undefined {
  return plan.rooms.find((room) => sameSpot(room.at, spot));
}

/** A name that no room has yet: "New room", "New room 2" … */
export function freeName(plan: Plan, wanted: string): string {
  const taken = new Set(plan.rooms.map(({ name }) => name.toLowerCase()));
  if (!taken.has(wanted.toLowerCase())) return wanted;
  for (let number = 2; ; number += 1) if (!taken.has(`${wanted} ${number}`.toLowerCase())) return `${wanted} ${number}`;
}

/** A room on a free spot. What it is called in files is made of its first name and stays. */
export function withRoom(plan: Plan, at: Spot, name: string): Plan {
  if (roomAt(plan, at) || at.some((number) => Math.abs(number) > FARTHEST)) return plan;
  const called = freeName(plan, name);
  const id = idOf(called, plan.rooms.map((room) => room.id), "room");
  return { ...plan, rooms: [...plan.rooms, { id, name: called, at: [...at] }] };
}

/** Called otherwise. A room that still has the name it was drawn with (`fresh`) gets its id now, made of its first true
    name, so that files can be read. */
export function renamed(plan: Plan, id: string, name: string, fresh: string): Plan {
  const called = name.trim().replace(/\s+/g, " ");
  const before = roomById(plan, id)?.name;
  if (!called || before === undefined || before === called) return plan;
  const next = { ...plan, rooms: plan.rooms.map((room) => (room.id === id ? { ...room, name: called } : room)) };
  const others = plan.rooms.filter((room) => room.id !== id).map((room) => room.id);
  return before.replace(/ \d+$/, "") === fresh ? withId(next, id, idOf(called, others, "room")) : next;
}

/** The same plan, in which a room has another id. */
function withId(plan: Plan, from: string, to: string): Plan {
  const other = (id: string) => (id === from ? to : id);
  const said = (value: unknown) => (value === from ? to : value);
  return {
    ...plan,
    rooms: plan.rooms.map((room) => ({ ...room, id: other(room.id) })),
    drawn: plan.drawn.map((drawn) => ({
      ...drawn,
      rooms: drawn.rooms.map(other),
      ways: drawn.ways.map(([one, two]) => [other(one), other(two)]),
      values: drawn.ways.some((way) => way.includes(from)) ? Object.fromEntries(Object.entries(drawn.values).map(([name, value]) => [name, said(value)])) : drawn.values,
    })),
  };
}

/** To another spot, with all that is drawn on it. Whoever stood there comes here. */
export function moved(plan: Plan, palette: Palette, id: string, to: Spot): Plan {
  const room = roomById(plan, id);
  if (!room || sameSpot(room.at, to) || to.some((number) => Math.abs(number) > FARTHEST)) return plan;
  const there = roomAt(plan, to);
  const rooms = plan.rooms.map((one): Room => (one.id === id ? { ...one, at: [to[0], to[1]] } : one.id === there?.id ? { ...one, at: room.at } : one));
  return settled({ ...plan, rooms }, palette, [id, ...(there ? [there.id] : [])]);
}

/** Another like it, with what is drawn on it but without its ways. */
export function copied(plan: Plan, id: string, to: Spot): Plan {
  const room = roomById(plan, id);
  const next = room ? withRoom(plan, to, room.name) : plan;
  const made = roomAt(next, to);
  if (next === plan || !made) return plan;
  const like = new Set(paintsOn(plan, aRoom(id)));
  const drawn = plan.drawn.map((one): Drawn => (like.has(one) ? { ...one, rooms: [...one.rooms, made.id] } : one));
  return { ...next, drawn };
}

/** Taken away, with all that is drawn on it and with its ways. */
export function withoutRoom(plan: Plan, id: string): Plan {
  if (!roomById(plan, id)) return plan;
  const left = plan.drawn.flatMap((one): Drawn[] => {
    const rooms = one.rooms.filter((room) => room !== id);
    const ways = one.ways.filter((way) => !way.includes(id));
    if (rooms.length === one.rooms.length && ways.length === one.ways.length) return [one];
    return rooms.length || ways.length ? [{ ...one, rooms, ways }] : [];
  });
  return { ...plan, rooms: plan.rooms.filter((room) => room.id !== id), drawn: left };
}

// ---------------------------------------------------------------- the sheet

/** The spots that are shown: all rooms with a free spot around them. It grows while somebody draws, and does not shrink,
    so that what lies there stays in its place. */
export function sheetOf(plan: Plan, before: Sheet | null = null): Sheet {
  const [xs, ys] = [plan.rooms.map(({ at }) => at[0]), plan.rooms.map(({ at }) => at[1])];
  const wide = span(xs, LEAST.width);
  const high = span(ys, LEAST.height);
  const [left, top] = [Math.min(wide.from, before?.x ?? wide.from), Math.min(high.from, before?.y ?? high.from)];
  const right = Math.max(wide.to, before ? before.x + before.width : wide.to);
  const bottom = Math.max(high.to, before ? before.y + before.height : high.to);
  return before && left === before.x && top === before.y && right === before.x + before.width && bottom === before.y + before.height ? before : { x: left, y: top, width: right - left, height: bottom - top };
}

function span(places: readonly number[], least: number): { from: number; to: number } {
  const [from, to] = places.length ? [Math.min(...places) - 1, Math.max(...places) + 2] : [0, least];
  const missing = Math.max(0, least - (to - from));
  return { from: from - Math.floor(missing / 2), to: to + Math.ceil(missing / 2) };
}

/** Free spots beside a room: where the next ones are most likely drawn. Of an empty board, its middle. */
export function freeSpots(plan: Plan, sheet: Sheet): Spot[] {
  if (!plan.rooms.length) return [[sheet.x + Math.floor(sheet.width / 2), sheet.y + Math.floor((sheet.height - 1) / 2)]];
  const taken = new Set(plan.rooms.map(({ at }) => String(at)));
  const found = new Map<string, Spot>();
  for (const { at } of plan.rooms) {
    for (const [dx, dy] of AROUND) {
      const spot: Spot = [at[0] + dx, at[1] + dy];
      if (!taken.has(String(spot))) found.set(String(spot), spot);
    }
  }
  return [...found.values()].sort((one, other) => one[1] - other[1] || one[0] - other[0]);
}

/** Where an arrow key leads: to the next spot if a room stands there or it is free beside one, else to the nearest room
    in that direction. */
export function stepped(plan: Plan, sheet: Sheet, from: Spot, dx: number, dy: number): Spot | null {
  const known = new Set([...plan.rooms.map(({ at }) => at), ...freeSpots(plan, sheet)].map(String));
  const next: Spot = [from[0] + dx, from[1] + dy];
  if (known.has(String(next))) return next;
  const ahead = plan.rooms
    .map(({ at }) => ({ at, on: (at[0] - from[0]) * dx + (at[1] - from[1]) * dy, off: Math.abs((at[0] - from[0]) * dy) + Math.abs((at[1] - from[1]) * dx) }))
    .filter(({ on, off }) => on > 0 && off <= on)
    .sort((one, other) => one.on + 2 * one.off - (other.on + 2 * other.off));
  return ahead[0]?.at ?? null;
}
