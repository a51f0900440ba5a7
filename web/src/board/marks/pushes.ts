/** Bodies that a deed would push: an arrow for each to where it most likely goes farthest, and how likely each place is. */

import type { MovedTo } from "../../protocol/types";
import type { Lay, Stand } from "../lay/lay";
import type { Point } from "../lay/cells";
import { placeKey } from "../aimed";

export interface PushShown {
  being: string;
  from: Point;
  to: Point;
  ends: { key: string; at: Point; shape: string; value: number; place: MovedTo["to"] }[];
}

const LEAST = 0.005; // what is less likely is not drawn

export function pushesOf(moved: readonly MovedTo[], stands: Record<string, Stand>, lay: Lay): PushShown[] {
  const beings = [...new Set(moved.map(({ being }) => being))];
  return beings.flatMap((being) => {
    const from = stands[being];
    const ends = moved
      .filter((one) => one.being === being && one.value >= LEAST && lay.has(one.to))
      .map(({ to, value }) => ({ key: placeKey(to), place: to, at: lay.centre(to), shape: lay.shape(to), value }));
    if (!from || !ends.length) return [];
    const far = ({ at }: { at: Point }) => Math.hypot(at.x - from.x, at.y - from.y);
    const to = ends.reduce((one, other) => (far(other) > far(one) ? other : one)).at;
    return [{ being, from: { x: from.x, y: from.y }, to, ends }];
  });
}
