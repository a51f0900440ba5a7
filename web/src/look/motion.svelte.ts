/** Whether things move: as the system has it, and not at all where somebody has switched it off here. */

import { keep, kept } from "./kept";

const NAME = "motion";
const less = matchMedia("(prefers-reduced-motion: reduce)");

class Motion {
  on = $state(kept(NAME) !== "off");
  #less = $state(less.matches);

  constructor() {
    less.addEventListener("change", () => (this.#less = less.matches));
    this.#show();
  }

  /** Nothing walks or rings: what changes is there at once. */
  get still(): boolean {
    return !this.on || this.#less;
  }

  switch(on: boolean): void {
    this.on = on;
    keep(NAME, on ? "on" : "off");
    this.#show();
  }

  #show(): void {
    document.documentElement.dataset["motion"] = this.on ? "on" : "off";
  }
}

export const motion = new Motion();
