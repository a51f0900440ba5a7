/** Places in words: where somebody is, many cells as few ranges, and what somebody means by typed words. */

import { type Board, isCell, type Place } from "../board/aimed";
import type { Cell } from "../board/lay/cells";
import { words } from "../words";

export function placeName(board: Board, place: Place | null): string {
  if (place === null) return words.text.nowhere;
  if (isCell(place)) return words.board.cell(place[0], place[1]);
  return board.kind === "zones" ? (board.zones[String(place)]?.name ?? String(place)) : String(place);
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
