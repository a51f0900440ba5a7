/** The parts of a price as pieces of one bar, the largest first. */

import type { WorthPart } from "./told";

export interface Share extends WorthPart {
  share: number;
  fresh: boolean; // was not so in what the entry was begun from
}

export function shares(parts: readonly WorthPart[]): Share[] {
  const paid = parts.filter(({ amount }) => amount > 0);
  const all = paid.reduce((sum, { amount }) => sum + amount, 0);
  return [...paid].sort((one, other) => other.amount - one.amount).map((part) => ({ ...part, share: part.amount / all, fresh: part.was !== part.amount }));
}
