/** How the paints of rooms are drawn in the list: the board itself draws some of them by their words. */

const LOOKS: Readonly<Record<string, string>> = {
  water: "water",
  mud: "soft",
  ice: "ice",
  oil: "smoke",
  tar: "dark",
  rubble: "rough",
  filled: "crate",
  air: "smoke",
  search: "sack",
  key: "safe",
  cover: "counter",
  safe: "portal",
  shelter: "shield",
};

export const swatchOf = ({ id, look }: { id: string; look: string }): string => LOOKS[id] ?? look;
