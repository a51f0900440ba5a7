/** The board, or all of it in words. */

import { tick } from "svelte";
import { keep, kept } from "../look/kept";

class View {
  text = $state(kept("view") === "text");

  show(text: boolean): void {
    this.text = text;
    keep("view", text ? "text" : "board");
  }

  /** For who came here by keyboard: reading goes on at its head. */
  async read(): Promise<void> {
    this.show(true);
    await tick();
    document.getElementById("text-view")?.focus();
  }
}

export const view = new View();
