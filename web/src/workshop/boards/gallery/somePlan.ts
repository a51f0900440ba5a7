/** A small palette and plans, for tests and the gallery. */

import type { Paint, Palette, Plan } from "../plan";

const paint = (id: string, layer: string, on: Paint["on"], more: Partial<Paint> = {}): Paint => ({ id, name: id, text: "", layer, on, look: id, apart: false, blanks: [], ...more });
const metres = { id: "m", name: "Height", type: "number" as const, usual: 1, least: -20, most: 20, unit: "m", choices: [], unset: false };

export const PALETTE: Palette = {
  kinds: ["hexes"],
  metres: 1,
  whole: [],
  layers: [
    { id: "ground", name: "Ground", paints: ["water", "rough"] },
    { id: "heights", name: "Heights", paints: ["height"] },
    { id: "walls", name: "Walls and Cover", paints: ["wall", "cover", "door"] },
  ],
  paints: [paint("water", "ground", "cells"), paint("rough", "ground", "cells"), paint("height", "heights", "cells", { blanks: [metres] }), paint("wall", "walls", "cells"), paint("cover", "walls", "edges"), paint("door", "walls", "edges", { apart: true })],
};

/** A board of so many cells in so many rows. */
export function planOf(columns: number, rows: number, kind: Plan["kind"] = "hexes"): Plan {
  const cells = Array.from({ length: rows }, (_, y) => Array.from({ length: columns }, (_, x): [number, number] => [x - (kind === "hexes" ? Math.floor(y / 2) : 0), y])).flat();
  return { kind, cells, rooms: [], drawn: [], whole: {} };
}
