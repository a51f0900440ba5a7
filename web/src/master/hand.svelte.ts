/** The game master's hand on the board: pieces that are moved by hand, and places that are picked for a command. */

import { against } from "../protocol/against";
import type { Table } from "../protocol/table.svelte";
import type { Against } from "../protocol/types";
import type { Place, Spot } from "../turn/spot";

class Hand {
  /** Is dragging a piece putting it there, whatever it costs by the rules? */
  moving = $state(false);
  /** Why the last piece was not put there. */
  why = $state.raw<Against | null>(null);
  #asking = $state.raw<((place: Place) => void) | null>(null);

  get asking(): boolean {
    return this.#asking !== null;
  }

  ask(found: (place: Place) => void): void {
    this.#asking = found;
  }

  leave(): void {
    this.#asking = null;
  }

  /** Somebody points at the board: is it for the hand? */
  takes(spot: Spot): boolean {
    if (this.#asking === null || spot.place === null) return false;
    this.#asking(spot.place);
    this.#asking = null;
    return true;
  }

  /** A piece is let go: is it for the hand? */
  drops(table: Table, being: string, at: Place | null): boolean {
    if (!this.moving) return false;
    this.why = null;
    if (at !== null) table.do("gm", { name: "place", args: { being, at } }).catch((fault) => (this.why = against(fault)));
    return true;
  }
}

export const hand = new Hand();
