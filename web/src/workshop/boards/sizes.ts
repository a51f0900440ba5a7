/** The sizes of the brush: one cell, and those round it. */

export const SIZES = [0, 1, 2] as const; // cells round the one under the hand

export const cellsFromSize = (size: number): number => SIZES[Math.max(0, Math.min(SIZES.length - 1, size))]!;

/** How many cells that is. */
export function manyOf(kind: string, size: number): number {
  const around = cellsFromSize(size);
  return kind === "squares" ? (2 * around + 1) ** 2 : 1 + 3 * around * (around + 1);
}
