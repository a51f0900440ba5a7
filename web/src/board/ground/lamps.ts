/** Lights as they are drawn: where each is, what it reaches, and how far it is to be seen. */

import type { Zones } from "../../protocol/types";
import type { Point } from "../lay/cells";
import type { Lay, Stand } from "../lay/lay";
import { litFrom } from "../lay/zones";

export interface Lamp {
  at: Point;
  reaches: string[];
  radius: number;
}

const NEAR = 1.15; // of the room in which it is
const FARTHER = 0.85; // for each room that it reaches beside it

/** A lamp for everybody who bears one; where nobody in a lit room does, it lies in the middle. */
export function lampsOf(board: Zones, lay: Lay, stands: Record<string, Stand>, where: Record<string, unknown>): Lamp[] {
  return board.lights
    .filter(([zone]) => lay.has(zone))
    .flatMap(([zone, far]) => {
      const bearers = board.bearers.filter((who) => where[who] === zone && stands[who]);
      const spots: Point[] = bearers.length ? bearers.map((who) => stands[who]!) : [lay.centre(zone)];
      const { width, height } = lay.room(zone);
      const radius = Math.max(width, height) * (NEAR + FARTHER * far) * 0.62;
      return spots.map(({ x, y }) => ({ at: { x, y }, reaches: litFrom(board, zone, far).filter((place) => lay.has(place)), radius }));
    });
}

/** Rooms that no light reaches, where there is any light at all. */
export function unlitOf(board: Zones): string[] {
  const lit = new Set(board.lights.flatMap(([zone, far]) => litFrom(board, zone, far)));
  const outside = (zone: string) => (board.marks[zone] ?? []).some(({ kind }) => kind === "air");
  return lit.size ? Object.keys(board.zones).filter((zone) => !lit.has(zone) && board.zones[zone]!.seen && !outside(zone)) : [];
}
