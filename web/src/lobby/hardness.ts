/** How hard a scene is, as panels one can count. */

import type { ReadyScene } from "../protocol/types";

export const PANELS = 5;
const OF: Record<string, number> = { easy: 1, fair: 2, hard: 3, deadly: 4 };
const HOPELESS = 25; // of a hundred fights: below that the last panel is filled too

export function panels(difficulty: ReadyScene["difficulty"]): number {
  if (!difficulty?.grade) return 0;
  return difficulty.grade === "deadly" && difficulty.won < HOPELESS ? PANELS : (OF[difficulty.grade] ?? 0);
}
