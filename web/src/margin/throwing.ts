/** Real dice, one after the other: which is to be thrown next follows from what has fallen. */

import type { DieShown } from "../protocol/types";

export interface Throw {
  sides: number;
  why: "" | "again" | "more"; // thrown again for the one before, or brought by another
}

/** The dice to be thrown as far as it is known: those whose faces are given, and all that certainly follow. A die that is
 * thrown again comes at once, before the next of the pool; dice that others bring come last. */
export function throwsOf(pool: readonly DieShown[], fallen: readonly (number | null)[]): Throw[] {
  const found: Throw[] = [];
  const owed: DieShown[] = [];
  const next = (die: DieShown, why: Throw["why"]): number | null => {
    found.push({ sides: die.sides, why });
    return fallen[found.length - 1] ?? null;
  };
  for (const die of pool) {
    let face = next(die, "");
    while (face !== null && die.again.includes(face)) {
      face = next(die, "again");
      if (die.once) break;
    }
    if (face !== null && die.more.includes(face)) owed.push(die);
  }
  for (let die = owed.shift(); die; die = owed.shift()) {
    const face = next(die, "more");
    if (face !== null && die.more.includes(face)) owed.push(die);
  }
  return found;
}

/** Can this die show this? */
export function onDie(sides: number, face: number | null): face is number {
  return face !== null && Number.isInteger(face) && face >= 1 && face <= sides;
}

/** Has everything fallen, each face on its die? */
export function complete(throws: readonly Throw[], fallen: readonly (number | null)[]): boolean {
  return throws.every(({ sides }, at) => onDie(sides, fallen[at] ?? null));
}
