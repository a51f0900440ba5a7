/** What is told of the game of a table: asked for when the game is another one, and late answers are dropped. */

import { against } from "../protocol/against";
import { gameTold } from "../protocol/books";
import type { Against, GameTold } from "../protocol/types";

export class Book {
  told = $state.raw<GameTold | null>(null);
  why = $state.raw<Against | null>(null);
  #wanted = "";

  constructor(readonly tell: (game: string) => Promise<GameTold> = gameTold) {}

  async open(game: string): Promise<void> {
    if (game === this.#wanted) return;
    this.#wanted = game;
    this.told = this.why = null;
    try {
      const told = await this.tell(game);
      if (this.#wanted === game) this.told = told;
    } catch (fault) {
      if (this.#wanted !== game) return;
      this.why = against(fault);
      this.#wanted = ""; // asked again with the next change of the table
    }
  }
}
