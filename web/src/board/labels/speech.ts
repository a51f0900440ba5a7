/** What is said of a place: what it is, who and what is there, and whether one can go or choose it. */
import { priceWords } from "../../games/signs";
import { words as catalogue } from "../../words";
import { unlitOf } from "../ground/lamps";
import { placeKey, type Aimed, type Beings, type Board } from "../aimed";

const words = catalogue.board;

/** What does not change while the board does not, by place. */
export function groundWords(board: Board): Map<string, string> {
  return board.kind === "zones" ? zoneWords(board) : cellWords(board);
}

function cellWords(board: Exclude<Board, { kind: "zones" }>): Map<string, string> {
  const spaces = board.heights_in === "space";
  const parts = new Map<string, string[]>(board.cells.map((cell) => [placeKey(cell), []]));
  const add = (cell: [number, number], what: string) => parts.get(placeKey(cell))?.push(what);
  for (const cell of board.walls) add(cell, words.wall);
  for (const [q, r, metres] of board.heights) add([q, r], heightWords(metres, spaces));
  for (const { words: told, cells } of board.terrain) for (const cell of cells) add(cell, told);
  for (const { words: told, cells } of board.dangers) for (const cell of cells) add(cell, told);
  for (const feature of board.features) add(feature.at, [feature.words, ...feature.notes].join(", "));
  for (const thing of board.things) add(thing.at, thing.name);
  return new Map([...joined(parts)].map(([place, said]) => [place, said || words.open]));
}

function heightWords(metres: number, spaces: boolean): string {
  if (spaces) return metres > 0 ? words.spacesRaised(metres) : words.spacesDeep(-metres);
  return metres > 0 ? `${words.height} ${words.raised(metres)}` : `${words.pit} ${words.deep(-metres)}`;
}

function zoneWords(board: Extract<Board, { kind: "zones" }>): Map<string, string> {
  const name = (id: string) => board.zones[id]?.name ?? id;
  const shut = new Set(board.shut.map((pair) => [...pair].sort().join(" ")));
  const dark = new Set(unlitOf(board));
  const ways = [...board.joins, ...board.links];
  const parts = new Map<string, string[]>(Object.keys(board.zones).map((id) => [id, [name(id)]]));
  for (const [id, zone] of Object.entries(board.zones)) {
    const said = parts.get(id)!;
    if (!zone.seen) said.push(words.notSeen);
    if (dark.has(id)) said.push(words.dark);
    if (zone.cover) said.push(words.covers);
    said.push(...(board.marks[id] ?? []).map((mark) => mark.words));
    for (const hazard of board.hazards) if (hazard.zones.includes(id)) said.push(hazardWords(board, hazard, id));
    for (const thing of board.things) if (thing.at === id) said.push(thing.name);
    const beside = ways.flatMap(([a, b]) => (a === id ? [b] : b === id ? [a] : []));
    const open = beside.filter((other) => !shut.has([id, other].sort().join(" ")));
    if (open.length) said.push(words.joined(open.map(name).join(", ")));
    for (const other of beside) if (!open.includes(other)) said.push(words.shut(name(other)));
  }
  return joined(parts);
}

function hazardWords(board: Extract<Board, { kind: "zones" }>, hazard: { words: string; zones: string[] }, id: string): string {
  const other = hazard.zones.find((zone) => zone !== id);
  return other ? `${hazard.words}: ${board.zones[other]?.name ?? other}` : hazard.words;
}

function joined(parts: Map<string, string[]>): Map<string, string> {
  return new Map([...parts].map(([place, said]) => [place, said.join(", ")]));
}

/** What changes from moment to moment, by place. */
export function momentWords(beings: Beings, reach: Aimed["reach"], places: Aimed["places"]): Map<string, string> {
  const said = new Map<string, string[]>();
  const add = (place: string, what: string) => said.set(place, [...(said.get(place) ?? []), what]);
  const there = new Map<string, string[]>();
  for (const being of Object.values(beings)) {
    for (const cell of being.cells) there.set(placeKey(cell), [...(there.get(placeKey(cell)) ?? []), being.name]);
  }
  for (const [place, names] of there) add(place, words.in(names.join(", ")));
  for (const step of reach ?? []) add(placeKey(step.at), words.reachCost(priceWords(step.price)));
  for (const place of places ?? []) add(placeKey(place), words.mayBeChosen);
  return joined(said);
}
