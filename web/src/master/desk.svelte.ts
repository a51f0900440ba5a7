/** The game master's drawer: whether it is open, at which place, and which of its tools are. Other parts of the page open
 * it where something is to be done. */

import { SvelteMap } from "svelte/reactivity";
import { words } from "../words";

export type Place = keyof typeof words.master.places;
export const BUTTON = "master-button"; // the id of what opens the drawer

class Desk {
  open = $state(false);
  place = $state<Place>("now");
  /** Whom its first place is about; nobody: whoever acts. */
  who = $state("");
  /** Does it stay with them, whoever is chosen on the board? */
  pinned = $state(false);
  /** What is searched among the commands. */
  search = $state("");
  /** The tool that is to be come to, until it is. */
  sought = $state("");
  /** The condition that is to be given to whom it is about, where it was chosen elsewhere. */
  condition = $state.raw<{ name: string } | null>(null);
  #unfolded = new SvelteMap<string, boolean>(); // tools that somebody has opened or closed, by place and name

  /** Opens it at a place, with this tool open, and there with this condition. */
  show(place: Place, tool = "", condition = ""): void {
    this.place = place;
    this.open = true;
    this.sought = tool;
    this.condition = condition ? { name: condition } : null;
    if (tool) this.fold(tool, true);
    if (place === "calls") this.search = tool;
  }

  /** Somebody is chosen: the drawer is about them, unless it stays with another. */
  follow(who: string, anyway = false): void {
    if (who === this.who || (this.pinned && !anyway)) return;
    this.who = who;
    this.condition = null;
  }

  close(): void {
    this.open = false;
    document.getElementById(BUTTON)?.focus();
  }

  /** Another table has another drawer. */
  leave(): void {
    this.open = false;
    this.place = "now";
    this.who = "";
    this.pinned = false;
    this.search = "";
    this.sought = "";
    this.condition = null;
    this.#unfolded.clear();
  }

  /** Is a tool of this place open? Nothing where nobody has opened or closed it. */
  unfolded(tool: string): boolean | undefined {
    return this.#unfolded.get(`${this.place} ${tool}`);
  }

  fold(tool: string, open: boolean): void {
    this.#unfolded.set(`${this.place} ${tool}`, open);
  }
}

export const desk = new Desk();
