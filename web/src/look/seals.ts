/** Signs of conditions, pressed into small seals: own drawings in a box from −8 to 8. Words always go with them. */
import type { ConditionShown } from "../protocol/types";

export interface Seal {
  d: string; // strokes; empty, as of what a table has made up itself: the first letter stands there
  letter: string;
  good: boolean; // somebody wants to be under it
  words: string;
}

/** By the look of a condition: the strokes, and whether somebody wants to be under it. */
const SIGNS: Record<string, readonly [string, boolean]> = {
  broken: ["M-5 -6L0 -3L5 -6V1C5 4 2 6 0 7M-5 -6V1C-5 3 -3 5 -2 6M0 -3L-2 0L2 2L0 7", false],
  poison: ["M0 -7C3 -2 5 0 5 3A5 5 0 0 1 -5 3C-5 0 -3 -2 0 -7ZM-2 3H2M0 1V5", false],
  bleeding: ["M0 -7C3 -2 5 0 5 3A5 5 0 0 1 -5 3C-5 0 -3 -2 0 -7Z", false],
  burning: ["M0 -7C4 -3 6 0 4 4C2 7 -2 7 -4 4C-5 1 -3 0 -2 -3C-1 -2 0 -1 0 0C1 -2 1 -5 0 -7Z", false],
  prone: ["M-6 5H6M-5 2L3 2L5 -1M-5 -3A2 2 0 1 0 -5 -2.9", false],
  held: ["M-6 0A3 3 0 1 1 0 0A3 3 0 1 1 -6 0M0 0A3 3 0 1 1 6 0A3 3 0 1 1 0 0", false],
  asleep: ["M-4 -5H4L-4 5H4", false],
  dazed: ["M5 0C5 4 -4 5 -4 0C-4 -4 3 -4 3 0C3 2 -1 2 -1 0", false],
  cold: ["M0 -7V7M-6 -3.5L6 3.5M-6 3.5L6 -3.5", false],
  afraid: ["M-5 7V-1A5 5 0 0 1 5 -1V7L3 5L1 7L-1 5L-3 7ZM-2 -1V0M2 -1V0", false],
  blind: ["M-6 0C-3 -4 3 -4 6 0C3 4 -3 4 -6 0M-6 6L6 -6", false],
  hidden: ["M-6 0C-3 -4 3 -4 6 0C3 4 -3 4 -6 0M-1 0A1 1 0 1 0 1 0A1 1 0 1 0 -1 0", true],
  weak: ["M-5 -4L0 1L5 -4M-5 1L0 6L5 1", false],
  exposed: ["M5 -5L-4 4M-4 -2V4H2", false],
  cursed: ["M-5 -5L5 5M5 -5L-5 5", false],
  silent: ["M-5 -3H-2L2 -6V6L-2 3H-5ZM4 -3L7 3", false],
  guarded: ["M-5 -6H5V0C5 4 2 6 0 7C-2 6 -5 4 -5 0Z", true],
  inspired: ["M0 -3A3 3 0 1 0 0.1 -3M0 -7V-5.5M0 5.5V7M-7 0H-5.5M5.5 0H7", true],
  healing: ["M-2 -6H2V-2H6V2H2V6H-2V2H-6V-2H-2Z", true],
  focused: ["M-5 0A5 5 0 1 0 5 0A5 5 0 1 0 -5 0M0 -7V-3M0 7V3M-7 0H-3M7 0H3", true],
  flying: ["M-7 2C-4 -4 -2 -4 0 0C2 -4 4 -4 7 2M0 0V5", true],
  mighty: ["M0 -7L6 0H2.5V6H-2.5V0H-6Z", true],
  quick: ["M-6 -5L-1 0L-6 5M0 -5L5 0L0 5", true],
  cover: ["M-6 5H6V0H-6ZM-3 5V0M2 5V0M-4 0V-4H3V0", true],
  calm: ["M-4 7V-6L5 -3L-4 0", false],
  magic: ["M0 -7L2 -2L7 0L2 2L0 7L-2 2L-7 0L-2 -2Z", false],
  dead: ["M-5 7V-1A5 5 0 0 1 5 -1V7ZM0 -3V3M-2 -1H2", false],
};

export function sealOf(condition: ConditionShown): Seal {
  const found = SIGNS[condition.look];
  const words = [condition.words, condition.until].filter(Boolean).join(", ");
  return { d: found?.[0] ?? "", letter: (condition.name || condition.words).charAt(0).toUpperCase(), good: found?.[1] ?? false, words };
}
