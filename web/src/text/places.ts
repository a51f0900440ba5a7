/** Places in words, for whoever plays without the board: where somebody is, where one can go, what lies where on the
 *  ground, and what somebody means by typed words. */

import { type Beings, type Board, type CellBoard, isCell, type Place } from "../board/aimed";
import { directionTo, type Landmark, whereIs } from "../board/labels/where";
import { type Cell, gridOf, key } from "../board/lay/cells";
import type { BeingShown } from "../protocol/types";
import { words } from "../words";

const PARTS = 3; // of the board each way: north, middle, south
const MOST = 5; // patches of one kind of ground that are told

const without = (beings: Beings, who: string): Beings => Object.fromEntries(Object.entries(beings).filter(([id]) => id !== who));
const lengthOf = (board: CellBoard, far: number): string => (board.heights_in === "m" ? words.board.metres(far * board.metres) : words.board.spaces(far));

/** Where a place is, or somebody: by the others who are near. */
export function placeName(board: Board, beings: Beings, place: Place | null, who = ""): string {
  if (place === null) return words.text.nowhere;
  if (board.kind === "zones") return board.zones[String(place)]?.name ?? words.text.nowhere;
  if (!isCell(place)) return words.text.nowhere;
  return whereIs(board, without(beings, who), place as Cell, who ? landmarksOf(board) : []) || partOf(board, place as Cell);
}

/** What lies on the board and is called like nothing else there. */
function landmarksOf(board: CellBoard): Landmark[] {
  const all = [...(board.features ?? []).map((one) => ({ name: one.words, at: one.at })), ...(board.things ?? []).map((one) => ({ name: one.name, at: one.at }))];
  return all.filter((one) => all.filter((other) => other.name === one.name).length === 1).map(({ name, at }) => ({ name: words.board.the(name), cells: [at] }));
}

/** How high somebody is: above the ground, on a rise or in a pit; nothing on plain ground. */
export function heightName(board: Board, { at, height }: BeingShown): string {
  if (board.kind === "zones" || at === null) return "";
  const ground = (board.heights ?? []).find(([q, r]) => isCell(at as Place) && q === at[0] && r === at[1])?.[2] ?? 0;
  const metres = board.heights_in === "m";
  return [ground ? words.text.heights(ground, metres) : "", height ? words.text.inTheAir(height, metres) : ""].filter(Boolean).join(", ");
}

/** `in the north-west of the board`, where nobody is there by whom a place could be told. */
function partOf(board: CellBoard, cell: Cell): string {
  const grid = gridOf(board.kind);
  const [at, all] = [grid.centre(cell), board.cells.map((one) => grid.centre(one))];
  const third = (of: number, least: number, most: number): number => Math.min(PARTS - 1, Math.floor(((of - least) / (most - least + 1e-9)) * PARTS));
  const [across, down] = (["x", "y"] as const).map((along) => third(at[along], Math.min(...all.map((one) => one[along])), Math.max(...all.map((one) => one[along]))));
  return words.text.partOfBoard(down!, across!);
}

/** Where a step leads: how far and which way from whoever takes it, and whom they are near then. */
export function stepName(board: Board, beings: Beings, who: string, to: Place): string {
  const me = beings[who];
  if (board.kind === "zones" || !me || !isCell(to)) return placeName(board, beings, to, who);
  const from = nearestOf(board, me.cells as Cell[], to as Cell);
  const near = whereIs(board, without(beings, who), to as Cell, landmarksOf(board));
  const way = from && from.far ? words.text.stepAway(lengthOf(board, from.far), directionTo(board, from.cell, to as Cell)) : words.text.here;
  return near ? `${way}, ${near}` : way;
}

function nearestOf(board: CellBoard, cells: readonly Cell[], to: Cell): { cell: Cell; far: number } | null {
  const grid = gridOf(board.kind);
  return cells.map((cell) => ({ cell, far: grid.distance(cell, to) })).reduce<{ cell: Cell; far: number } | null>((best, one) => (best && best.far <= one.far ? best : one), null);
}

// ---------------------------------------------------------------- the ground

/** How many cells its longest row has, and how many rows there are: rows of hexes are slanted by their numbers. */
export function sizeOf({ cells }: CellBoard): { wide: number; high: number } {
  const rows = new Map<number, number[]>();
  for (const [across, down] of cells) rows.set(down, [...(rows.get(down) ?? []), across]);
  const long = (row: readonly number[]) => Math.max(...row) - Math.min(...row) + 1;
  return { wide: Math.max(0, ...[...rows.values()].map(long)), high: rows.size };
}

export type Line = [what: string, where: string];

/** What lies where on a board of cells. */
export function groundOf(board: CellBoard, beings: Beings): Line[] {
  const heights = new Map<number, Cell[]>();
  for (const [q, r, metres] of board.heights) heights.set(metres, [...(heights.get(metres) ?? []), [q, r]]);
  const lies = (what: string, cells: readonly Cell[]): Line[] => (cells.length ? [[what, patchesOf(board, beings, cells)]] : []);
  return [
    ...[...heights].flatMap(([metres, cells]) => lies(words.text.heights(metres, board.heights_in === "m"), cells)),
    ...lies(words.text.walls, board.walls),
    ...board.terrain.flatMap((one) => lies(one.words, one.cells)),
    ...board.dangers.flatMap((one) => lies(one.words, one.cells)),
    ...board.features.flatMap((one) => lies([one.words, ...one.notes].join(", "), [one.at])),
    ...board.things.flatMap((one) => lies(one.name, [one.at])),
    ...lies(words.text.wallEdges, board.wall_edges.map(([one]) => one)),
    ...lies(words.text.coverEdges, board.cover_edges.map(([one]) => one)),
  ];
}

/** Cells that touch as one patch, those near somebody first: `4 hexes, the nearest 2 m north of Tahra`. */
export function patchesOf(board: CellBoard, beings: Beings, cells: readonly Cell[]): string {
  const grid = gridOf(board.kind);
  const stand = Object.values(beings).flatMap((being) => being.cells as Cell[]);
  const near = (cell: Cell): number => Math.min(Infinity, ...stand.map((each) => grid.distance(each, cell)));
  const left = new Map(cells.map((cell) => [key(cell), cell]));
  const found: { cells: Cell[]; nearest: Cell; far: number }[] = [];
  for (const first of left.values()) {
    left.delete(key(first));
    const patch = [first];
    for (const cell of patch)
      for (const other of left.values())
        if (grid.distance(cell, other) === 1) {
          left.delete(key(other));
          patch.push(other);
        }
    const nearest = patch.reduce((best, one) => (near(one) < near(best) ? one : best));
    found.push({ cells: patch, nearest, far: near(nearest) });
  }
  found.sort((one, other) => one.far - other.far);
  const told = found.slice(0, MOST).map((patch) => {
    const where = placeName(board, beings, patch.nearest);
    return patch.cells.length === 1 ? where : words.text.patch(patch.cells.length, words.text.kinds[board.kind] ?? board.kind, where);
  });
  return [...told, ...(found.length > MOST ? [words.text.morePatches(found.length - MOST)] : [])].join("; ");
}

// ---------------------------------------------------------------- typed

/** Whoever types, and where they could go. */
export interface Typing {
  who: string;
  reach: readonly Place[];
}

/** The place that somebody means: `2 m north of Tahra`, `next to Ben`, `toward Ben`, `6 m east` of where they are; or the
 *  beginning of the name of a zone. */
export function placeTyped(board: Board, beings: Beings, typed: string, by: Typing = { who: "", reach: [] }): Place | null {
  const wanted = typed.trim().toLocaleLowerCase();
  if (!wanted) return null;
  if (board.kind !== "zones") return cellTyped(board, beings, wanted, by);
  const zones = Object.entries(board.zones).map(([id, zone]) => ({ id, name: zone.name.toLocaleLowerCase() }));
  const found = zones.find((zone) => zone.name === wanted) ?? zones.find((zone) => zone.name.startsWith(wanted)) ?? zones.find((zone) => zone.name.includes(wanted));
  return found?.id ?? null;
}

function cellTyped(board: CellBoard, beings: Beings, wanted: string, { who, reach }: Typing): Cell | null {
  const named = Object.entries(beings).filter(([id, being]) => id !== who && being.cells.length && wanted.includes(being.name.toLocaleLowerCase()));
  const whom = named.reduce<BeingShown | null>((longest, [, one]) => (longest && longest.name.length >= one.name.length ? longest : one), null);
  const rest = whom ? wanted.replace(whom.name.toLocaleLowerCase(), "") : wanted;
  const from = (whom ?? beings[who])?.cells as Cell[] | undefined;
  if (!from?.length) return null;
  if (whom && words.text.toward.test(rest)) return nearestTo(board, from, reach.filter((place): place is Cell => isCell(place)));
  const direction = directionIn(board, rest);
  const number = Number(rest.match(/\d+/)?.[0] ?? 0);
  if (!whom && !direction) return null; // it tells of nothing on the board
  const counted = board.heights_in !== "m" || words.text.counted.test(rest);
  const far = number ? Math.max(1, Math.round(counted ? number : number / board.metres)) : 1;
  return cellAt(board, beings, from, far, direction, new Set(reach.map((place) => String(place))));
}

/** The word for a direction that is in it, or its letters. */
function directionIn(board: CellBoard, said: string): string {
  const names: readonly string[] = board.kind === "hexes" ? words.board.twelve : words.board.eight;
  const letters = (name: string): string => name.split("-").map((word) => word[0]).join("");
  const has = (what: string): boolean => new RegExp(`(^|[\\s,])${what}([\\s,]|$)`).test(said);
  return names.filter((name) => has(name) || has(name.replaceAll("-", "")) || has(name.replaceAll("-", " ")) || has(letters(name))).sort((one, other) => other.length - one.length)[0] ?? "";
}

/** The free cell so far away, as straight as can be in that direction; those in reach first. */
function cellAt(board: CellBoard, beings: Beings, from: readonly Cell[], far: number, direction: string, reach: ReadonlySet<string>): Cell | null {
  const grid = gridOf(board.kind);
  const turns = board.kind === "hexes" ? words.board.twelve.length : words.board.eight.length;
  const taken = new Set(Object.values(beings).flatMap((being) => (being.cells as Cell[]).map(key)));
  const offOf = (cell: Cell): number => {
    if (!direction) return 0;
    const [a, b] = [grid.centre(nearestOf(board, from, cell)!.cell), grid.centre(cell)];
    const turn = (Math.atan2(b.y - a.y, b.x - a.x) / (2 * Math.PI)) * turns;
    return Math.abs(turn - Math.round(turn));
  };
  const fits = board.cells.filter((cell) => {
    const near = nearestOf(board, from, cell)!;
    return near.far === far && !taken.has(key(cell)) && (!direction || directionTo(board, near.cell, cell) === direction);
  });
  const order = (cell: Cell): number => offOf(cell) + (reach.has(String(cell)) ? 0 : 1);
  return fits.reduce<Cell | null>((best, one) => (best && order(one) >= order(best) ? best : one), null);
}

/** The one of these cells that is nearest to somebody. */
function nearestTo(board: CellBoard, from: readonly Cell[], cells: readonly Cell[]): Cell | null {
  const far = (cell: Cell): number => nearestOf(board, from, cell)!.far;
  return cells.reduce<Cell | null>((best, one) => (best && far(best) <= far(one) ? best : one), null);
}

/** Of a cell that somebody cannot go to now: how near to it they can get. Empty where they can, and of zones, whose ways are told. */
export function outOfReach(board: Board, beings: Beings, place: Place, { who, reach }: Typing): string {
  if (board.kind === "zones" || reach.some((one) => String(one) === String(place))) return "";
  const nearest = nearestTo(board, [place as Cell], [...beings[who]!.cells, ...reach] as Cell[]);
  return words.text.outOfReach(stepName(board, beings, who, nearest!));
}

/** Why no place is meant, and how one is typed. */
export function notThere(board: Board, beings: Beings, typed: string, who: string): string {
  return words.text.notThere(typed.trim(), board.kind === "zones" ? Object.values(board.zones).map(({ name }) => name) : [], somebodyElse(beings, who));
}

/** Somebody of this scene by whom a place could be told; empty where nobody else is on the board. */
export function somebodyElse(beings: Beings, who: string): string {
  return Object.entries(beings).find(([id, being]) => id !== who && being.cells.length)?.[1].name ?? "";
}
