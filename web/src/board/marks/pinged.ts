/** Where pings are drawn: at their place, or at the edge of the view where that lies beyond it. */
import type { Ping } from "../aimed";
import type { Camera } from "../camera.svelte";
import type { Point } from "../lay/cells";
import type { Lay } from "../lay/lay";

const EDGE = 44; // pixels from the edge

export interface DrawnPing extends Ping {
  at: Point;
  away: boolean; // the place itself is out of view
}

export function drawnPings(pings: readonly Ping[], lay: Lay, camera: Camera): DrawnPing[] {
  const [from, to] = [camera.toBoard({ x: EDGE, y: EDGE }), camera.toBoard({ x: camera.width - EDGE, y: camera.height - EDGE })];
  return pings
    .filter((ping) => lay.has(ping.place))
    .map((ping) => {
      const { x, y } = lay.centre(ping.place);
      const at = { x: Math.min(Math.max(x, from.x), to.x), y: Math.min(Math.max(y, from.y), to.y) };
      return { ...ping, at, away: at.x !== x || at.y !== y };
    });
}
