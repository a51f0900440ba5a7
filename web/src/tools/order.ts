/** The order of turns as a list: who, by which number, and at a tie with whom. */

import type { Document } from "../protocol/types";
import { type Turn, turnsOf } from "../turn/order";

export interface Placed {
  key: string;
  who: string;
  name: string;
  count: number | null; // nothing where the order goes by none, or it is not known
  tied: string[]; // the names of others with the same number
  first: boolean; // of those who are tied
  state: Turn["state"];
}

export function placedIn({ turn, beings }: Pick<Document, "turn" | "beings">): Placed[] {
  const order = (turn?.order ?? []).filter((who) => beings[who]);
  const acts = (who: string) => turn?.of === who || (!turn?.of && beings[who]!.acting);
  const once = [...new Set(order)];
  const countOf = (who: string) => turn?.counts[who] ?? null;
  return turnsOf(order, turn, acts).map(({ key, who, state }) => {
    const count = countOf(who);
    const alike = count === null ? [who] : once.filter((other) => countOf(other) === count);
    const tied = alike.filter((other) => other !== who).map((other) => beings[other]!.name);
    return { key, who, name: beings[who]!.name, count, tied, first: alike[0] === who, state };
  });
}
