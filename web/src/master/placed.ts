/** A place of the board, told in words. */

import { whereIs } from "../board/labels/where";
import type { Cell } from "../board/lay/cells";
import type { Document } from "../protocol/types";
import type { Place } from "../turn/spot";
import { words } from "../words";

/** Where it is by who stands near; nothing for a zone, which has a name. */
export function placed(doc: Document, place: Place | null): string {
  const { board } = doc;
  if (!Array.isArray(place) || !board || board.kind === "zones") return "";
  return words.board.placeAt(words.board.kinds[board.kind]!, whereIs(board, doc.beings, place as Cell));
}
