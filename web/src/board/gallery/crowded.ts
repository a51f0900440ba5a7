/** A board of 1,000 cells with 100 beings, to measure how it moves. */
import type { BeingShown, Hexes } from "../../protocol/types";

export function crowded() {
  const cells: [number, number][] = [];
  for (let r = 0; r < 25; r++) for (let c = 0; c < 40; c++) cells.push([c - Math.floor(r / 2), r]);
  const some = (every: number, from = 0) => cells.filter((_, i) => (i * 7) % every === from);
  const board: Hexes = {
    kind: "hexes",
    cells,
    heights: some(31, 3).map(([q, r]) => [q, r, 2]),
    walls: some(41, 5),
    wall_edges: [],
    cover_edges: some(37, 2).slice(0, 20).map(([q, r]) => [[q, r], [q + 1, r]]),
    terrain: [{ name: "water", words: "water", look: "water", cells: some(17, 4) }],
    metres: 1,
    heights_in: "m",
    features: [],
    things: [],
    dangers: [{ words: "DEX save 8 or 1d4 Fire damage", cells: some(53, 9) }],
  };
  const beings = Object.fromEntries(
    Array.from({ length: 100 }, (_, i): [string, BeingShown] => {
      const at = cells[(i * 10 + (i % 7)) % cells.length]!;
      const party = i % 3 === 0;
      return [
        `being_${i}`,
        {
          name: `${party ? "Hero" : "Vahki Patroller"} ${i}`,
          number: String(i),
          mark: "x",
          side: party ? "party" : "foes",
          ally: party,
          look: String(i * 7919),
          colour: "",
          picture: "",
          fate: "up",
          at,
          cells: [at],
          height: 0,
          facing: null,
          pools: [
            { name: "HP", now: (i % 20) + 1, most: 20 },
            { name: "Plating", now: i % 6, most: 5 },
          ],
          summary: [],
          badge: null,
          conditions: i % 4 ? [] : [{ name: "Prone", words: "Prone", look: "prone", source: "", until: "" }],
          left: [],
          reacts: null,
          acting: i === 0,
          hidden: "",
        },
      ];
    }),
  );
  const reach = { being: "being_0", moves: [{ action: "move", places: cells.slice(0, 90).map((at, i) => ({ at, price: [{ amount: 1 + (i % 6), unit: "m", words: `${1 + (i % 6)} of 6 m`, of: 6, rest: "of 6" }] })) }] };
  return { table: { game: "bluebox" }, scene: { title: "A crowded field" }, you: null, turn: null, board, beings, reach };
}
