/** Who may learn and buy now: when a scene is over, in a rest or in downtime, and where nobody is about whom one could fight. */

import type { CreationTold, Document } from "../protocol/types";

const BETWEEN = new Set(["rest", "downtime"]); // modes of a scene in which nobody fights

/** No rounds are counted, nothing is waited for, and all are of one side. */
function isQuiet(doc: Document): boolean {
  const sides = new Set(Object.values(doc.beings).map(({ side }) => side));
  return !doc.turn?.round && doc.waiting?.for === "nobody" && sides.size < 2;
}

/** One's own; a game master who plays nobody has the whole party. */
export function growers(doc: Document, party: string): string[] {
  if (!doc.scene || !(doc.scene.over || BETWEEN.has(doc.scene.mode) || isQuiet(doc))) return [];
  const own = doc.you.beings.filter((who) => who in doc.beings);
  return own.length || !doc.master ? own : Object.keys(doc.beings).filter((who) => doc.beings[who]?.side === party);
}

/** Why nothing can be learned or bought now; empty where something can, or the game master may allow it. */
export function againstGrowth(told: CreationTold): string {
  const options = (told.step?.options ?? []).filter((option) => option.value !== "");
  const refusals = options.flatMap(({ refusal }) => refusal ?? []);
  const none = options.length > 0 && refusals.length === options.length && refusals.every(({ waiver }) => waiver === "no");
  return none ? (refusals[0]?.text ?? "") : "";
}
