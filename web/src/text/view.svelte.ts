/** The board, or all of it in words. */

import { keep, kept } from "../look/kept";

class View {
  text = $state(kept("view") === "text");

  show(text: boolean): void {
    this.text = text;
    keep("view", text ? "text" : "board");
  }
}

export const view = new View();
