/** A board of 1,000 cells with 100 beings, to measure how it moves, and how it moves while much happens on it. */
import type { BeingShown, Hexes, LogLine, RollShown, ToldLines } from "../../protocol/types";

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
          brinks: [],
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


/** Everybody after some blows that were struck at once, each with its dice, and those blows as they are told. Who is hit
 * loses HP and is pushed a cell. */
export function struckIn(beings: Record<string, BeingShown>, time: number, blows: number): { beings: Record<string, BeingShown>; told: ToldLines } {
  const after = { ...beings };
  const lines: LogLine[] = [];
  const rolls: RollShown[] = [];
  for (let i = 0; i < blows; i++) {
    const [by, who] = [`being_${(time * 7 + i * 11) % 33 * 3}`, `being_${((time * 5 + i * 13) % 33) * 3 + 1}`];
    const [one, other] = [beings[by]!, beings[who]!];
    const [q, r] = other.at as [number, number];
    const at: [number, number] = [q + (time % 2 ? 1 : -1), r];
    after[who] = { ...other, at, cells: [at], pools: other.pools.map((pool) => (pool.name === "HP" ? { ...pool, now: 1 + (((pool.now ?? 1) + 13) % 20) } : pool)) };
    rolls.push({ by, name: one.name, rule: "", title: "Attack", dice: [1, 2, 3].map((n) => ({ sides: 4 + 2 * n, face: n, kept: true, after: null, sign: 1 })), modifiers: [], against: null, outcome: { word: "a hit", good: i % 3 > 0 }, total: 6, secret: false, typed: false });
    const parts = [one, other].map(({ name }, n) => ({ words: name, kind: "being", id: n ? who : by }));
    lines.push({ words: "", parts, head: [], rule: "", rank: "", rolls: [i], came: [{ who, what: "HP", by: -7, good: false }], aside: false });
  }
  return { beings: after, told: { told: time, at: 0, by: "", lines, rolls, undoes: [], redoes: [] } as unknown as ToldLines };
}
