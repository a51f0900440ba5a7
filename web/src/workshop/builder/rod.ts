/** A budget as a rod: what was spent in pieces, the candidate, and what is left. */

import type { BudgetTold } from "../../protocol/types";

export interface Piece {
  name: string;
  amount: number;
  from: number; // shares of the whole rod, 0 to 1
  to: number;
  step: string;
  named: boolean; // is there room for its name?
}

export interface Rod {
  pieces: Piece[];
  candidate: { from: number; to: number; amount: number; named: boolean } | null;
  back: number; // what taking the candidate gives back
  free: { from: number; amount: number };
  ticks: number[];
  length: number; // units of the whole rod
}

const LETTER = 7.2; // pixels of a letter of a name
const AROUND = 12;

/** `then` is the same budget if the candidate was taken; `width` is that of the rod in pixels. */
export function rodOf(budget: BudgetTold, then: BudgetTold | null, candidate: string, width: number): Rod {
  const spent = sum(budget);
  const after = then ? sum(then) : spent;
  const length = Math.max(budget.total, then?.total ?? 0, spent, after, 1);
  const fits = (name: string, amount: number) => (amount / length) * width >= name.length * LETTER + AROUND;
  let at = 0;
  const pieces = budget.spent
    .filter(({ amount }) => amount > 0)
    .map(({ name, amount, step }) => {
      const from = at / length;
      at += amount;
      return { name, amount, step, from, to: at / length, named: fits(name, amount) };
    });
  const more = after - spent;
  const free = (then ?? budget).total - after;
  return {
    pieces,
    candidate: more > 0 ? { from: spent / length, to: after / length, amount: more, named: fits(candidate, more) } : null,
    back: Math.max(0, -more),
    free: { from: Math.max(spent, after) / length, amount: free },
    ticks: ticksOf(length),
    length,
  };
}

function sum({ spent }: BudgetTold): number {
  return spent.reduce((total, { amount }) => total + amount, 0);
}

/** Round numbers along the rod, at most thirteen. */
export function ticksOf(length: number): number[] {
  const step = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000].find((one) => length / one <= 13) ?? Math.ceil(length / 10);
  return Array.from({ length: Math.floor(length / step) + 1 }, (_, at) => at * step);
}
