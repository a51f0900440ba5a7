/** What was won: who may take it, and where they stand to do so. */

import { isCell } from "../board/aimed";
import type { Document, SpoilShown } from "../protocol/types";
import { apart } from "../rulebook/near";

/** Who of those who are still up may be given something: all of the party, or only one's own. */
export function takersOf(doc: Document, all: boolean): string[] {
  return Object.keys(doc.ended?.party ?? {}).filter((who) => doc.beings[who]?.fate === "up" && (all || doc.you.beings.includes(who)));
}

/** Where somebody goes to take it up: the nearest place to it that is free; nowhere where they are beside it. */
export function standAt(doc: Document, spoil: SpoilShown, who: string): SpoilShown["at"] {
  const here = doc.beings[who]?.cells ?? [];
  if (!spoil.at || !doc.board || here.some((place) => String(place) === String(spoil.at))) return null;
  if (doc.board.kind === "zones" || !isCell(spoil.at)) return spoil.at;
  const { board } = doc;
  const far = apart(board);
  const at = spoil.at;
  if (here.some((place) => isCell(place) && far(place, at) <= 1)) return null;
  const taken = new Set([...board.walls, ...Object.values(doc.beings).flatMap((being) => being.cells)].map(String));
  const free = board.cells.filter((cell) => !taken.has(String(cell)));
  return free.sort((one, other) => far(one, at) - far(other, at))[0] ?? null;
}
