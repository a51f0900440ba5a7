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
  /** Somebody who is put at the next place that is pointed at. */
  moved = $state("");
  #asking = $state.raw<((place: Place) => void) | null>(null);

  get asking(): boolean {
    return this.#asking !== null;
  }

  ask(found: (place: Place) => void): void {
    this.moved = "";
    this.#asking = found;
  }

  /** The next place that is pointed at is where somebody is put. */
  move(table: Table, being: string): void {
    this.why = null;
    this.ask((at) => this.#put(table, being, at));
    this.moved = being;
  }

  leave(): void {
    this.#asking = null;
    this.moved = "";
  }

  #put(table: Table, being: string, at: Place): void {
    this.why = null;
    table.do("gm", { name: "place", args: { being, at } }).catch((fault) => (this.why = against(fault)));
  }

  /** Somebody points at the board: is it for the hand? */
  takes(spot: Spot): boolean {
    if (this.#asking === null || spot.place === null) return false;
    this.#asking(spot.place);
    this.leave();
    return true;
  }

  /** A piece is let go: is it for the hand? */
  drops(table: Table, being: string, at: Place | null): boolean {
    if (!this.moving) return false;
    if (at !== null) this.#put(table, being, at);
    return true;
  }
}

export const hand = new Hand();
