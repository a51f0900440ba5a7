/** Boards of rooms for tests. */

import type { Blank, Paint, Palette, Plan } from "../plan";

const paint = (id: string, layer: string, on: Paint["on"], more: Partial<Paint> = {}): Paint => ({ id, name: id, text: "", layer, on, look: id, apart: false, blanks: [], ...more });
const blank = (id: string, type: Blank["type"], usual: unknown): Blank => ({ id, name: id, type, usual, least: null, most: null, unit: "", choices: [], unset: false });

/** What a board of rooms with doors is made of. */
export const ROOMS: Palette = {
  kinds: ["zones"],
  layers: [],
  paints: [
    paint("closed", "ways", "ways"),
    paint("link", "ways", "ways"),
    paint("door", "doors", "ways", { apart: true, blanks: [blank("name", "text", "door"), blank("state", "choice", "shut")] }),
    paint("water", "filling", "rooms"),
    paint("mud", "filling", "rooms"),
    paint("pit", "pits", "rooms", { blanks: [blank("depth", "number", 1)] }),
    paint("exit", "exits", "rooms"),
  ],
  whole: [],
  metres: 5,
};

/** Zones without doors and links, with dangers between them. */
export const ISLANDS: Palette = {
  ...ROOMS,
  paints: [paint("closed", "ways", "ways"), paint("hazard", "hazards", "ways", { apart: true }), paint("cover", "cover", "rooms")],
};

/** A hall with a yard east of it, a cellar south of the hall, and a loft far away. */
export const HOUSE: Plan = {
  kind: "zones",
  cells: [],
  rooms: [
    { id: "hall", name: "Hall", at: [0, 0] },
    { id: "yard", name: "Yard", at: [1, 0] },
    { id: "cellar", name: "Cellar", at: [0, 1] },
    { id: "loft", name: "Loft", at: [4, 4] },
  ],
  drawn: [],
  whole: {},
};
