/** Many cells as few paths: while a stroke grows only the last of them is made anew. */

import { type Grid, polygon } from "../../board/lay/cells";
import type { Cell } from "./plan";

const MANY = 32; // cells of a path

interface Batch {
  first: Cell;
  last: Cell;
  d: string;
}

export class Batches {
  #made: Batch[] = [];

  of(grid: Grid, cells: readonly Cell[]): string[] {
    const found: Batch[] = [];
    for (let from = 0; from < cells.length; from += MANY) {
      const [first, last] = [cells[from]!, cells[Math.min(cells.length, from + MANY) - 1]!];
      const known = this.#made[found.length];
      found.push(known?.first === first && known.last === last ? known : { first, last, d: cells.slice(from, from + MANY).map((cell) => polygon(grid.corners(cell))).join("") });
    }
    this.#made = found;
    return found.map(({ d }) => d);
  }
}
