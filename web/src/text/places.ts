/** Places in words, for whoever plays without the board: where somebody is, where one can go, what lies where on the
 *  ground, and what somebody means by typed words. */

import { type Beings, type Board, type CellBoard, isCell, type Place } from "../board/aimed";
import { directionTo, whereIs } from "../board/labels/where";
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
  return whereIs(board, without(beings, who), place as Cell) || partOf(board, place as Cell);
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
  const near = whereIs(board, without(beings, who), to as Cell);
  const way = from && from.far ? words.text.stepAway(lengthOf(board, from.far), directionTo(board, from.cell, to as Cell)) : words.text.here;
  return near ? `${way}, ${near}` : way;
}

function nearestOf(board: CellBoard, cells: readonly Cell[], to: Cell): { cell: Cell; far: number } | null {
  const grid = gridOf(board.kind);
  return cells.map((cell) => ({ cell, far: grid.distance(cell, to) })).reduce<{ cell: Cell; far: number } | null>((best, one) => (best && best.far <= one.far ? best : one), null);
}

// ---------------------------------------------------------------- the ground

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

/** The place that somebody means: `2 m north of Tahra`, `next to Ben`, or the beginning of the name of a zone. */
export function placeTyped(board: Board, beings: Beings, typed: string): Place | null {
  const wanted = typed.trim().toLocaleLowerCase();
  if (!wanted) return null;
  if (board.kind !== "zones") return cellTyped(board, beings, wanted);
  const zones = Object.entries(board.zones).map(([id, zone]) => ({ id, name: zone.name.toLocaleLowerCase() }));
  const found = zones.find((zone) => zone.name === wanted) ?? zones.find((zone) => zone.name.startsWith(wanted)) ?? zones.find((zone) => zone.name.includes(wanted));
  return found?.id ?? null;
}

function cellTyped(board: CellBoard, beings: Beings, wanted: string): Cell | null {
  const grid = gridOf(board.kind);
  const named = Object.values(beings).filter((being) => being.cells.length && wanted.includes(being.name.toLocaleLowerCase()));
  const whom = named.reduce<BeingShown | null>((longest, one) => (longest && longest.name.length >= one.name.length ? longest : one), null);
  if (!whom) return null;
  const rest = wanted.replace(whom.name.toLocaleLowerCase(), "");
  const names = board.kind === "hexes" ? words.board.twelve : words.board.eight;
  const direction = names.filter((name) => new RegExp(`(^|\\s)${name}(\\s|$)`).test(rest)).sort((one, other) => other.length - one.length)[0];
  const number = Number(rest.match(/\d+/)?.[0] ?? 0);
  const far = number ? Math.max(1, Math.round(board.heights_in === "m" ? number / board.metres : number)) : 1;
  const taken = new Set(Object.values(beings).flatMap((being) => (being.cells as Cell[]).map(key)));
  const fits = board.cells.filter((cell) => {
    const from = nearestOf(board, whom.cells as Cell[], cell)!;
    return from.far === far && !taken.has(key(cell)) && (!direction || directionTo(board, from.cell, cell) === direction);
  });
  return fits.reduce<Cell | null>((best, one) => (best && offOf(one) >= offOf(best) ? best : one), null);

  /** How far a cell lies off the straight line. */
  function offOf(cell: Cell): number {
    if (!direction) return 0;
    const [a, b] = [grid.centre(nearestOf(board, whom!.cells as Cell[], cell)!.cell), grid.centre(cell)];
    const turn = (Math.atan2(b.y - a.y, b.x - a.x) / (2 * Math.PI)) * names.length;
    return Math.abs(turn - Math.round(turn));
  }
}
