/** On whose word the dice rest that somebody throws now. */

import type { Document } from "../protocol/types";
import { words } from "../words";

export function restsOn({ dice, seats, you }: Document): string {
  if (dice.typed) return words.verify.restsOnHands;
  if (dice.links === null) return words.verify.restsEarlier;
  const others = dice.links.filter((seat) => seat !== you.seat && seats[seat]);
  const self = dice.links.includes(you.seat);
  if (!others.length) return self ? words.verify.restsOnSelf : words.verify.restsOnHost;
  if (!self && others.every((seat) => seats[seat]!.role === "gm")) return words.verify.restsOnMaster;
  return words.verify.restsOn(self, others.map((seat) => seats[seat]!.name));
}
