/** What others have just done to those one plays. */

import type { BeingShown, ToldLines } from "../protocol/types";
import { recordOf } from "./cards";
import { deedsOf, headOf, resultsOf } from "./deeds";

export interface Struck {
  who: string; // the name
  what: string; // what it has come to, such as `−6 HP, Prone`
  deed: string; // what was done
}

/** The last blow against one's own in what was told; nothing where there is none, or one did it oneself. */
export function struckIn(lines: readonly ToldLines[], you: { seat: string; beings: readonly string[] }, beings: Record<string, BeingShown>): Struck | null {
  for (const deed of deedsOf(recordOf(lines)).reverse()) {
    const head = headOf(deed);
    if (deed.rank || head.by === you.seat) continue;
    for (const { who, said } of resultsOf(deed, head, beings)) {
      const bad = said.filter((one) => one.good === false).map((one) => one.words);
      if (you.beings.includes(who) && bad.length) return { who: beings[who]?.name ?? "", what: bad.join(", "), deed: head.head.map((part) => part.words).join("") };
    }
  }
  return null;
}
