/** A place of the board as somebody types it. */

import type { Document } from "../protocol/types";
import type { Place } from "../turn/spot";

/** The cell that is meant; nothing where nothing was typed, `off` where the board has no such place. */
export function placeOf(board: Document["board"], text: string): Place | null | "off" {
  if (!text.trim()) return null;
  const [first, second, ...more] = text.split(/[\s,]+/).filter(Boolean).map(Number);
  if (board === null || board.kind === "zones" || first === undefined || second === undefined || more.length) return "off";
  return board.cells.some(([one, other]) => one === first && other === second) ? [first, second] : "off";
}
