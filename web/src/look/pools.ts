/** Pools as a seat is told of them: exactly, in tenths, or in words. */
import type { BeingShown, PoolShown } from "../protocol/types";
import { words } from "../words";

export interface Filled {
  share: number | null; // from 0 to 1; nothing where only words are told
  words: string; // `15/23`, or what is told instead; empty where there is nothing to write
  least: boolean; // not one is left
}

export function pool(being: BeingShown, ...names: string[]): PoolShown | undefined {
  return names.map((name) => being.pools.find((each) => each.name === name)).find((found) => found);
}

export function filled(told: PoolShown): Filled {
  if (told.now !== undefined && told.most !== undefined) {
    const share = told.most > 0 ? Math.min(1, Math.max(0, told.now / told.most)) : 0;
    return { share, words: `${minus(told.now)}/${told.most}`, least: told.now <= 0 };
  }
  if (told.tenths !== undefined) return { share: told.tenths / 10, words: "", least: told.tenths <= 0 };
  return { share: null, words: told.words ?? "", least: false };
}

/** How a bar is coloured: above half, above a quarter, below. */
export function level(share: number): "high" | "half" | "low" {
  return share > 0.5 ? "high" : share > 0.25 ? "half" : "low";
}

export function minus(number: number): string {
  return number < 0 ? `−${-number}` : String(number);
}

/** A pool in words, for those who do not see it. */
export function spoken(told: PoolShown, tenths: (n: number) => string): string {
  if (told.now !== undefined) return words.board.left(told.name, minus(told.now), told.most ?? 0);
  if (told.tenths !== undefined) return `${told.name} ${tenths(told.tenths)}`;
  return `${told.name}: ${told.words ?? ""}`;
}
