/** A chain of dice that brought more dice: arcs from each that did to the one it brought. */

export interface Link {
  brings: boolean; // it brought one more die
  brought: number; // after how many others of its kind it came; 0: it was thrown first
}

export interface Arc {
  from: number;
  to: number;
}

/** Dice come in the order in which they are brought. */
export function arcsOf(dice: readonly Link[]): Arc[] {
  const bringing = dice.flatMap((die, at) => (die.brings ? [at] : []));
  const brought = dice.flatMap((die, at) => (die.brought > 0 ? [at] : []));
  return brought.slice(0, bringing.length).map((to, at) => ({ from: bringing[at]!, to }));
}

const MOST = 340; // pixels in which a chain lies in one row

/** Where the middle of each die is, in one row with so much between them; nothing where there is no room for one row. */
export function middlesOf(sizes: readonly number[], gap: number): number[] {
  let left = 0;
  const found = sizes.map((size) => {
    const middle = left + size / 2;
    left += size + gap;
    return middle;
  });
  return left - gap <= MOST ? found : [];
}
