/** Places in words: where somebody is, how far and in which direction, and many cells as few ranges. */

import { type Board, isCell, type Place } from "../board/aimed";
import type { Cell } from "../board/cells";
import { type Lay, layCells } from "../board/lay";
import { layZones } from "../board/zones";
import type { BeingShown } from "../protocol/types";
import { words } from "../words";

const ASPECT = 1.75; // of a map that nobody looks at

export function layOf(board: Board, game: string): Lay {
  return board.kind === "zones" ? layZones(board, game, ASPECT) : layCells(board);
}

export function placeName(board: Board, place: Place | null): string {
  if (place === null) return words.text.nowhere;
  if (isCell(place)) return words.board.cell(place[0], place[1]);
  return board.kind === "zones" ? (board.zones[String(place)]?.name ?? String(place)) : String(place);
}

/** How far one is from the other over the map, and where; cells are counted from the nearest of each. */
export function farFrom(board: Board, lay: Lay, from: BeingShown, to: BeingShown): string {
  const far = steps(lay, from.cells as Place[], to.cells as Place[]);
  if (far === null) return "";
  if (board.kind === "zones") return far === 0 ? words.text.sameZone : words.text.ways(far);
  if (far === 0) return words.text.here;
  const one = lay.centre(from.at as Place);
  const other = lay.centre(to.at as Place);
  return words.text.toThe(words.text.cells(far, far * board.metres), compass(other.x - one.x, other.y - one.y));
}

export function steps(lay: Lay, from: readonly Place[], to: readonly Place[]): number | null {
  const all = from.flatMap((one) => to.map((other) => lay.apart(one, other))).filter((far) => far !== null);
  return all.length ? Math.min(...all) : null;
}

/** The point of the compass of a direction on the screen, where down is south. */
export function compass(dx: number, dy: number): string {
  const eighth = Math.round(Math.atan2(dy, dx) / (Math.PI / 4));
  return words.text.directions[(eighth + 8) % 8] ?? "";
}

/** Cells row by row, those side by side as one range: `2,3 to 5,3; 4,4`. */
export function rangesOf(cells: readonly Cell[]): string {
  const sorted = [...cells].sort((one, other) => one[1] - other[1] || one[0] - other[0]);
  const runs: [Cell, Cell][] = [];
  for (const cell of sorted) {
    const last = runs.at(-1);
    if (last && last[1][1] === cell[1] && last[1][0] === cell[0] - 1) last[1] = cell;
    else runs.push([cell, cell]);
  }
  const name = (cell: Cell) => words.board.cell(cell[0], cell[1]);
  return runs.map(([first, last]) => (first === last ? name(first) : words.margin.between(name(first), name(last)))).join("; ");
}

/** The place that somebody means by what they typed: two numbers, or the beginning of the name of a zone. */
export function placeTyped(board: Board, typed: string): Place | null {
  const numbers = typed.match(/-?\d+/g)?.map(Number) ?? [];
  if (board.kind !== "zones") {
    const [q, r] = numbers;
    return q !== undefined && r !== undefined && board.cells.some((cell) => cell[0] === q && cell[1] === r) ? [q, r] : null;
  }
  const wanted = typed.trim().toLocaleLowerCase();
  const zones = Object.entries(board.zones).map(([id, zone]) => ({ id, name: zone.name.toLocaleLowerCase() }));
  const found = zones.find((zone) => zone.name === wanted) ?? zones.find((zone) => wanted && zone.name.startsWith(wanted)) ?? zones.find((zone) => wanted && zone.name.includes(wanted));
  return found?.id ?? null;
}
