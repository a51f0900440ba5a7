/** The board, or all of it in words. */

import { tick } from "svelte";
import { keep, kept } from "../look/kept";

class View {
  text = $state(kept("view") === "text");
  /** Is it to be read from its head, as soon as it is there? */
  reads = $state(false);

  show(text: boolean): void {
    this.text = text;
    keep("view", text ? "text" : "board");
  }

  /** For who came here by keyboard: reading goes on at its head. */
  async read(): Promise<void> {
    this.reads = true;
    this.show(true);
    await tick();
    this.arrive(document.getElementById("text-view"));
  }

  /** It is there: it may have had to be loaded first. */
  arrive(at: HTMLElement | null): void {
    if (!at || !this.reads) return;
    at.focus();
    this.reads = false; // what brought here had the focus until now
  }
}

export const view = new View();
