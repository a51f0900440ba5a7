/** How dice are seen on the board when they fall: as dice, quickly, or not at all. Whatever is chosen, the faces are the
 * server's and stand in the record. */

import { keep, kept } from "./kept";

export const STYLES = ["dice", "quick", "none"] as const;
export type Style = (typeof STYLES)[number];

const NAME = "dice";

class Dice {
  style = $state<Style>(STYLES.find((style) => style === kept(NAME)) ?? "dice");

  constructor() {
    this.#show();
  }

  choose(style: Style): void {
    this.style = style;
    keep(NAME, style);
    this.#show();
  }

  /** The next of them, for a button that has but one place. */
  next(): void {
    this.choose(STYLES[(STYLES.indexOf(this.style) + 1) % STYLES.length]!);
  }

  #show(): void {
    if (typeof document !== "undefined") document.documentElement.dataset["dice"] = this.style;
  }
}

export const dice = new Dice();
