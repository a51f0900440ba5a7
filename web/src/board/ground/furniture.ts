/** What furnishes a room on a plan, seen from above: own drawings, each with where in the room it stands (shares of it). */
import type { Drawing } from "../../look/figures";
import { objectDrawing } from "./objects";

export interface Piece {
  drawing: Drawing;
  x: number;
  y: number;
  scale: number;
}

const circle = (x: number, y: number, r: number) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;

const SLAB: Drawing = [["paper", "M-14 -30H14V30H-14Z"], ["line", "M-9 -25H9V25H-9Z"], ["line", "M0 -12V14M-6 -4H6"]];
const TOMB: Drawing = [["paper", "M-24 -11H24V11H-24Z"], ["line", "M-19 -7H19V7H-19Z"], ["thin", "M0 -7V7"]];
const SHELF: Drawing = [["paper", "M-30 -8H30V8H-30Z"], ["line", "M-24 -8V8M-18 -8V8M-13 -8V8M-6 -8V8M2 -8V8M8 -8V8M15 -8V8M22 -8V8"]];
const STEPS: Drawing = [["line", "M-34 -24H34M-34 -16H34M-34 -8H34M-34 0H34M-34 8H34M-34 16H34M-34 24H34"]];
const LADDER: Drawing = [["line", "M-9 -28V28M9 -28V28M-9 -20H9M-9 -10H9M-9 0H9M-9 10H9M-9 20H9"]];
const COIL: Drawing = [["line", circle(0, 0, 15) + circle(0, 0, 10) + circle(0, 0, 5)], ["line", "M13 8C22 12 20 20 28 20"]];
const PINE: Drawing = [["paper", "M0 -20L5 -8L14 -12L10 0L20 4L9 9L12 19L0 13L-12 19L-9 9L-20 4L-10 0L-14 -12L-5 -8Z"], ["thin", "M0 -10V8M-8 2H8"]];
const VAT: Drawing = [["paper", circle(0, 0, 26)], ["ink", circle(0, 0, 20)], ["cut", "M-10 -4q5 -5 10 0t10 0v3q-5 5 -10 0t-10 0Z"]];
const BOAT: Drawing = [["paper", "M-34 0C-22 -16 18 -15 34 0C18 15 -22 16 -34 0Z"], ["line", "M-8 -11V11M10 -11V11M-26 0H26"]];
const MILESTONE: Drawing = [["paper", "M-9 14V-8A9 9 0 0 1 9 -8V14Z"], ["thin", "M-4 -4H4M-4 2H4"]];
const BOLLARDS: Drawing = [["paper", circle(-22, 0, 6) + circle(22, 0, 6)], ["line", "M-16 0C-6 8 6 8 16 0"]];
const WAVES: Drawing = [["line", "M-36 -8q6 -6 12 0t12 0t12 0t12 0t12 0M-28 4q6 -6 12 0t12 0t12 0t12 0"]];

const PEW = objectDrawing("pew");
const PILLAR = objectDrawing("pillar");
const CRATE = objectDrawing("crate");
const TABLE = objectDrawing("table");
const ROCK = objectDrawing("rock");
const BARREL = objectDrawing("barrel");

const four = (drawing: Drawing, scale = 0.6): Piece[] => [0.2, 0.4, 0.6, 0.8].map((x) => ({ drawing, x, y: 0.93, scale }));

const FURNITURE: Record<string, readonly Piece[]> = {
  altar: [{ drawing: SLAB, x: 0.86, y: 0.5, scale: 0.9 }],
  tombs: [{ drawing: TOMB, x: 0.76, y: 0.82, scale: 0.9 }, { drawing: TOMB, x: 0.3, y: 0.82, scale: 0.9 }],
  pews: [{ drawing: PEW, x: 0.22, y: 0.9, scale: 0.8 }, { drawing: PEW, x: 0.78, y: 0.9, scale: 0.8 }],
  pillars: four(PILLAR, 0.42),
  stairs: [{ drawing: STEPS, x: 0.5, y: 0.62, scale: 1.5 }],
  ladder: [{ drawing: LADDER, x: 0.84, y: 0.55, scale: 1.2 }],
  shelves: [{ drawing: SHELF, x: 0.3, y: 0.9, scale: 0.9 }, { drawing: BARREL, x: 0.78, y: 0.84, scale: 0.8 }, { drawing: BARREL, x: 0.88, y: 0.84, scale: 0.8 }],
  crates: [{ drawing: CRATE, x: 0.14, y: 0.84, scale: 0.8 }, { drawing: CRATE, x: 0.86, y: 0.82, scale: 0.95 }, { drawing: BARREL, x: 0.74, y: 0.88, scale: 0.7 }],
  table: [{ drawing: TABLE, x: 0.78, y: 0.82, scale: 0.9 }],
  vat: [{ drawing: VAT, x: 0.8, y: 0.72, scale: 1 }],
  rope: [{ drawing: COIL, x: 0.84, y: 0.78, scale: 0.9 }],
  pines: [{ drawing: PINE, x: 0.16, y: 0.82, scale: 0.9 }, { drawing: PINE, x: 0.84, y: 0.36, scale: 1.1 }, { drawing: PINE, x: 0.86, y: 0.84, scale: 0.8 }],
  boat: [{ drawing: BOAT, x: 0.76, y: 0.86, scale: 0.9 }, { drawing: BOLLARDS, x: 0.3, y: 0.92, scale: 0.8 }],
  bollards: [{ drawing: BOLLARDS, x: 0.3, y: 0.92, scale: 0.8 }, { drawing: BOLLARDS, x: 0.7, y: 0.92, scale: 0.8 }],
  milestone: [{ drawing: MILESTONE, x: 0.84, y: 0.5, scale: 1 }],
  rocks: [{ drawing: ROCK, x: 0.82, y: 0.8, scale: 0.8 }, { drawing: ROCK, x: 0.2, y: 0.86, scale: 0.55 }],
  waves: [{ drawing: WAVES, x: 0.76, y: 0.86, scale: 0.8 }],
};

export function furnitureOf(look: string): readonly Piece[] {
  return FURNITURE[look] ?? [];
}

const FLOORS = ["silt", "oil", "rubble", "planks", "earth", "flags"] as const;
export type Floor = (typeof FLOORS)[number];

/** The floor of a room: by what lies on it, else its own. */
export function floorOf(own: string, hazards: readonly string[]): Floor {
  return FLOORS.find((floor) => hazards.includes(floor)) ?? FLOORS.find((floor) => floor === own) ?? "flags";
}
