/** A board on which nothing is drawn yet. */

import { HEXES, SQUARES } from "../../board/lay/cells";
import { idOf } from "../editor/ids";
import type { Plan } from "./plan";
import { disc } from "./shapes";

/** A hexagon of nineteen hexes, a square of twenty-five, or one room, which is called so. */
export function blankPlan(kind: Plan["kind"], name: string, first: string): Plan {
  const cells = kind === "zones" ? [] : disc(kind === "squares" ? SQUARES : HEXES, [2, 2], 2);
  const rooms: Plan["rooms"] = kind === "zones" ? [{ id: idOf(first), name: first, at: [0, 0] }] : [];
  return { kind, cells, rooms, drawn: [], whole: { name } };
}
