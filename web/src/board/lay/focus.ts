/** What is in the middle of a board that is larger than its view. */
import { isAlly } from "../../look/face";
import type { You } from "../../protocol/types";
import type { Beings } from "../aimed";
import { centroid, type Point } from "./cells";
import { isUp, type Stand } from "./lay";

/** The first of these who stands on the board, else one's own beings, else the party; nothing where nobody is there. */
export function focusOf(first: readonly string[], you: You | null, beings: Beings, stands: Record<string, Stand>): Point | null {
  const one = first.find((id) => stands[id]);
  const own = (id: string) => (you?.beings.length ? you.beings.includes(id) : isAlly(beings[id]!));
  const shown = one ? [one] : Object.keys(stands).filter((id) => own(id) && isUp(beings[id]!));
  return shown.length ? centroid(shown.map((id) => stands[id]!)) : null;
}
