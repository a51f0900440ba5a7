/** Sounds of our own: small tones when somebody's turn comes or they are asked, and what is heard of what happens. Each
 * game has its own (`games/sounds.ts`); nothing is fetched from anywhere. */

import { strokesOf, type Noise } from "../games/sounds";
import { keep, kept } from "../look/kept";
import { struck } from "./synth";

const MOST = 48; // strokes that may sound at once
const APART = 0.06; // seconds between two of the same: those between are not heard

class Sound {
  on = $state(kept("sound") !== "off");
  game = ""; // as which it sounds
  #context: AudioContext | null = null;
  #last = new Map<Noise, number>();
  #sounding = 0;

  switch(on: boolean): void {
    this.on = on;
    keep("sound", on ? "on" : "off");
    if (on) this.play("turn");
  }

  /** Browsers let a page sound only after somebody has touched it: called with the first touch or key. */
  wake(): void {
    this.#context ??= typeof AudioContext === "undefined" ? null : new AudioContext();
    if (this.#context?.state === "suspended") void this.#context.resume();
  }

  play(noise: Noise): void {
    const context = this.#context;
    if (!this.on || context?.state !== "running") return;
    const now = context.currentTime;
    if (now - (this.#last.get(noise) ?? -1) < APART) return;
    this.#last.set(noise, now);
    for (const stroke of strokesOf(noise, this.game)) {
      if (this.#sounding >= MOST) return;
      this.#sounding++;
      struck(context, stroke, now, () => this.#sounding--);
    }
  }
}

export const sound = new Sound();
