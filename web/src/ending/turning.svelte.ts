/** Whether the plate is turned to how a fight ended: when it is over, once the last blow was seen, and until somebody
 *  puts it away. */

import { untrack } from "svelte";
import { motion } from "../look/motion.svelte";
import type { EndedShown } from "../protocol/types";

const LAST_BLOW = 1600; // milliseconds in which it is seen before the plate turns

export class Turning {
  #turned = $state(false);
  /** On a phone: the record was asked for, and is up in place of the plate. */
  reading = $state(false);

  /** `ended` is the fight that is over; `told` what was told last: whoever comes later than that finds the board. */
  constructor(ended: () => EndedShown | null, told: () => number) {
    let before = untrack(ended);
    this.#turned = before !== null && untrack(told) <= (before.told ?? Infinity);
    const over = $derived(ended() !== null);
    $effect(() => {
      const [began, is] = [over && before === null, over];
      before = untrack(ended);
      if (!is) this.away();
      const timer = began ? setTimeout(() => this.turn(), untrack(() => motion.still) ? 0 : LAST_BLOW) : undefined;
      return () => clearTimeout(timer);
    });
  }

  get turned(): boolean {
    return this.#turned;
  }

  turn(): void {
    this.#turned = true;
    this.reading = false;
  }

  /** The board again; on a phone with the record below it, where that was asked for. */
  away(reading = false): void {
    this.#turned = false;
    this.reading = reading;
  }
}
