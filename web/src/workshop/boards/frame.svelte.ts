/** The cell that is framed for who draws by keys, and with an edge paint one of its edges. */

import { border, type Point } from "../../board/lay/cells";
import type { Hand } from "./hand.svelte";
import type { Cell, Edge } from "./plan";

const TWO_ENDS = ["line", "block", "select"]; // tools that are begun in one place and ended in another

export class Frame {
  cell = $state.raw<Cell | null>(null);
  side = $state(0); // of its edges, as the grid counts them
  readonly #hand: Hand;

  constructor(hand: Hand) {
    this.#hand = hand;
  }

  edge = $derived.by((): Edge | null => {
    const { grid, onEdges } = this.#hand;
    const beyond = this.cell && onEdges ? grid.sides(this.cell)[this.side % grid.sides(this.cell).length] : undefined;
    return this.cell && beyond ? [this.cell, [beyond[0], beyond[1]]] : null;
  });

  /** Where the hand is then: in the middle of the edge or of the cell. */
  get point(): Point | null {
    const { grid } = this.#hand;
    const ends = this.edge && border(grid, this.edge);
    if (ends) return { x: (ends[0].x + ends[1].x) / 2, y: (ends[0].y + ends[1].y) / 2 };
    return this.cell && grid.centre(this.cell);
  }

  /** Frames a cell, first of all the one under the mouse or the first of the board; the hand goes along. */
  go(to: Cell = this.#hand.cell ?? this.#hand.drawing.plan.cells[0] ?? [0, 0]): void {
    this.cell = to;
    const { point } = this;
    if (point && this.#hand.down) this.#hand.move(point, false);
    else this.#hand.point = point;
  }

  step(dx: number, dy: number): void {
    if (!this.cell) return this.go();
    const [x, y] = this.#hand.grid.step(this.cell, dx, dy);
    this.go([x, y]);
  }

  /** To the next edge of the cell, clockwise or back. */
  turn(by: number): void {
    if (!this.cell) return this.go();
    const many = this.#hand.grid.sides(this.cell).length;
    this.side = (this.side + by + many) % many;
    this.go(this.cell);
  }

  /** Draws here. Lines, blocks and selections have two ends; all else is drawn at once. */
  draw(take: boolean): void {
    const [hand, at] = [this.#hand, this.point];
    if (!at) return this.go();
    const half = TWO_ENDS.includes(hand.drawing.tool) && !hand.carried;
    if (hand.down) hand.end();
    else {
      hand.begin(at, take);
      if (!half) hand.end();
    }
  }

  leave(): void {
    this.cell = null;
  }
}
