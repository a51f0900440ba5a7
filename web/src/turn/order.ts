/** The turns of a round, in which somebody may stand more than once: whose they are, and which of them are over. */
import type { TurnShown } from "../protocol/types";

export interface Turn {
  key: string;
  who: string;
  state: "acted" | "acting" | "yet";
}

/** The turns of these, as they come; `acts` is who has one now. */
export function turnsOf(known: readonly string[], turn: TurnShown | null, acts: (who: string) => boolean): Turn[] {
  const seen = new Map<string, number>();
  return known.map((who) => {
    const at = seen.get(who) ?? 0;
    seen.set(who, at + 1);
    const had = turn?.acted.filter((other) => other === who).length ?? 0; // with the one that has begun
    const state = acts(who) && at === Math.max(0, had - 1) ? "acting" : at < had ? "acted" : "yet";
    return { key: `${who} ${at}`, who, state };
  });
}
