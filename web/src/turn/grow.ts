/** Who may learn and buy now: between fights, where no rounds are counted, and when a scene is over. */

import type { Document } from "../protocol/types";

/** One's own; a game master who plays nobody has the whole party. */
export function growers(doc: Document, party: string): string[] {
  if (!doc.scene || !(doc.scene.over || !doc.turn?.round)) return [];
  const own = doc.you.beings.filter((who) => who in doc.beings);
  return own.length || !doc.master ? own : Object.keys(doc.beings).filter((who) => doc.beings[who]?.side === party);
}
