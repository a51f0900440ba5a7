/** What somebody has been taught already, by game; this browser remembers it. */

import { SvelteSet } from "svelte/reactivity";
import { keep, kept } from "../look/kept";
import { against } from "../protocol/against";
import { ask } from "../protocol/http";
import type { Against, Note } from "../protocol/types";

/** Whether this browser wants notes at all. */
class Wanted {
  on = $state(kept("coach") !== "off");

  turn(on: boolean): void {
    this.on = on;
    keep("coach", on ? "on" : "off");
  }
}

export const wanted = new Wanted();

export class Coach {
  notes = $state.raw<Note[]>([]);
  read: SvelteSet<string>;
  /** Why there are no notes. */
  why = $state.raw<Against | null>(null);

  constructor(readonly game: string) {
    this.read = new SvelteSet((kept(`coach.${game}`) ?? "").split(" ").filter(Boolean));
    ask("get", "/api/games/{game}/coach", { path: { game } }).then(
      (notes) => (this.notes = notes),
      (fault) => (this.why = against(fault)),
    );
  }

  has(note: Note): void {
    this.read.add(note.id);
    keep(`coach.${this.game}`, [...this.read].join(" "));
  }
}
