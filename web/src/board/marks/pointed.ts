/** Where on the board that is of which the record tells: where those stand whom it names, and the places themselves. */

import type { Document, ToldLines } from "../../protocol/types";
import { isCell, type Place, placeKey } from "../aimed";

const MOST = 6; // places at once

export interface PointedOut {
  place: Place;
  name: string; // of who stands there; empty for a place
}

export function pointedOut(lines: readonly ToldLines[], { board, beings }: Pick<Document, "board" | "beings">): PointedOut[] {
  if (!board) return [];
  const found = new Map<string, PointedOut>();
  for (const part of lines.flatMap((told) => told.lines).flatMap((line) => line.parts)) {
    const being = part.kind === "being" ? beings[part.id] : undefined;
    const place = being ? being.at : part.kind === "place" ? placeOf(part.id) : null;
    const there = isCell(place) ? board.kind !== "zones" : place !== null && board.kind === "zones" && place in board.zones;
    if (place !== null && there && !found.has(placeKey(place))) found.set(placeKey(place), { place, name: being?.name ?? "" });
  }
  return [...found.values()].slice(0, MOST);
}

/** A cell as the record names it, `4,-5`, or the id of a zone. */
function placeOf(id: string): Place {
  const cell = id.match(/^(-?\d+),(-?\d+)$/);
  return cell ? [Number(cell[1]), Number(cell[2])] : id;
}
