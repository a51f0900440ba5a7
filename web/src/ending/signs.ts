/** Signs of what can come after a fight, in a box of 34 by 30: a tent under the moon, mountains, two arrows in a ring,
 *  an eye. */

import type { Choice } from "./choices";

export const SIGNS: Record<Choice, string> = {
  rest: "M2 28L13 6L24 28ZM13 6L11 3M13 6L15 3M8.5 28L13 19L17.5 28M29 4A5 5 0 1 0 32 11A4 4 0 0 1 29 4Z",
  next: "M2 26L12 8L18 18L22 12L32 26ZM8.5 14.5L12 17L15 13.5M4 29H30",
  watch: "M2 15C9 4 25 4 32 15C25 26 9 26 2 15ZM17 9A6 6 0 1 0 17 21A6 6 0 1 0 17 9ZM15 12L20 15L15 18Z",
  rematch: "M6 13A11 11 0 0 1 26 8M26 8V2M26 8H20M28 17A11 11 0 0 1 8 22M8 22V28M8 22H14",
};
