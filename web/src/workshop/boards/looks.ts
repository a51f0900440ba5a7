/** How paints are drawn before the board itself is drawn anew, and in the list of what can be drawn. */

export interface Look {
  face: "wall" | "raised" | "pit" | "danger" | "dark" | "water" | "rough" | "soft" | "party" | "foes" | "plain" | "gone";
  texture: string; // of the engraver's patterns; empty: none
  figure: string; // what stands there as a drawing; empty: nothing
}

const FACES: Record<string, [Look["face"], string]> = {
  wall: ["wall", "cross"],
  height: ["raised", "stipple"],
  raised: ["raised", "stipple"],
  pit: ["pit", ""],
  drop: ["pit", ""],
  danger: ["danger", "ember"],
  ember: ["danger", "ember"],
  dark: ["dark", "hatch"],
  water: ["water", "water"],
  ice: ["water", "ice"],
  smoke: ["water", "smoke"],
  rough: ["rough", "rough"],
  leaf: ["rough", "leaf"],
  hatch: ["rough", "hatch"],
  soft: ["soft", "soft"],
  start_party: ["party", ""],
  start_foes: ["foes", "hatch"],
  board: ["plain", ""],
  room: ["plain", ""],
  gone: ["gone", ""], // no part of the board any more
};

const FIGURES: Record<string, string> = { door: "doorShut" }; // by other names than their drawings have

export function lookOf(look: string): Look {
  const found = FACES[look];
  return found ? { face: found[0], texture: found[1], figure: "" } : { face: "plain", texture: "", figure: look === "erased" ? "" : (FIGURES[look] ?? look) };
}
