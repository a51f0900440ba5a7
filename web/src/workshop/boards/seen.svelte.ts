/** A board as the rules see it: what somebody who stands there sees, how far they come, and what is lit. The server says
    it, by the rules of play, of the text as it is drawn now. */

import { against } from "../../protocol/against";
import type { Against, BoardSeen } from "../../protocol/types";

export type At = [number, number] | string; // a cell or a room

/** Somebody who stands on the board while it is drawn; they are no part of it. */
export interface Standing {
  from: string; // the entry of whom
  name: string;
  ally: boolean;
  at: At;
}

export interface SeenAsked {
  text: string;
  look: "sight" | "reach" | "light" | "ways";
  who: { from: string; at: At } | null;
  others: { from: string; at: At }[];
}

const REST = 180; // milliseconds after the last change, until it is asked for

export class Seen {
  look = $state<SeenAsked["look"] | "off">("off");
  who = $state.raw<Standing | null>(null);
  others = $state.raw<readonly Standing[]>([]);
  told = $state.raw<BoardSeen | null>(null);
  pale = $state(false); // something has changed since
  why = $state.raw<Against | null>(null);
  #ask: (asked: SeenAsked) => Promise<BoardSeen>;
  #rest: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #number = 0; // of what was asked last

  constructor(ask: (asked: SeenAsked) => Promise<BoardSeen>, rest = REST) {
    this.#ask = ask;
    this.#rest = rest;
  }

  /** Asks anew, when the hand rests; what was asked before is not wanted any more. */
  see(text: string): void {
    clearTimeout(this.#timer);
    const number = (this.#number += 1);
    const { look, who } = this;
    if (look === "off" || (!who && look !== "light")) {
      [this.told, this.why, this.pale] = [null, null, false];
      return;
    }
    this.pale = true;
    const others = this.others.map(({ from, at }) => ({ from, at }));
    this.#timer = setTimeout(async () => {
      try {
        const told = await this.#ask({ text, look, who: who && { from: who.from, at: who.at }, others });
        if (number === this.#number) [this.told, this.why, this.pale] = [told, null, false];
      } catch (fault) {
        if (number === this.#number) [this.told, this.why, this.pale] = [null, against(fault), false];
      }
    }, this.#rest);
  }

  leave(): void {
    clearTimeout(this.#timer);
    this.#number += 1;
  }
}
