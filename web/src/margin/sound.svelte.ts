/** A small tone of our own when somebody's turn comes or they are asked: struck like a glass, soft, over in half a second. */

import { keep, kept } from "../look/kept";
import type { Call } from "./calls";

/** Each as frequency in hertz and when it is struck, in seconds. */
const TONES: Record<Exclude<Call, "">, readonly (readonly [number, number])[]> = {
  turn: [[523.25, 0], [783.99, 0.13]],
  asked: [[783.99, 0], [659.25, 0.12], [783.99, 0.24]],
  throw: [[587.33, 0], [880, 0.12]],
};
const LOUD = 0.09;
const RINGS = 0.55; // seconds

class Sound {
  on = $state(kept("sound") !== "off");
  #context: AudioContext | null = null;

  switch(on: boolean): void {
    this.on = on;
    keep("sound", on ? "on" : "off");
    if (on) this.ring("turn");
  }

  /** Browsers let a page sound only after somebody has touched it: called with the first touch or key. */
  wake(): void {
    this.#context ??= typeof AudioContext === "undefined" ? null : new AudioContext();
    if (this.#context?.state === "suspended") void this.#context.resume();
  }

  ring(call: Exclude<Call, "">): void {
    const context = this.#context;
    if (!this.on || context?.state !== "running") return;
    for (const [frequency, after] of TONES[call]) strike(context, frequency, context.currentTime + after);
  }
}

/** A tone and a quiet overtone, which dies away sooner. */
function strike(context: AudioContext, frequency: number, at: number): void {
  for (const [part, loud, rings] of [[1, LOUD, RINGS], [2.76, LOUD / 5, RINGS / 3]] as const) {
    const tone = new OscillatorNode(context, { frequency: frequency * part, type: "sine" });
    const gain = new GainNode(context, { gain: 0 });
    gain.gain.setValueAtTime(0, at);
    gain.gain.linearRampToValueAtTime(loud, at + 0.008);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + rings);
    tone.connect(gain).connect(context.destination);
    tone.start(at);
    tone.stop(at + rings);
  }
}

export const sound = new Sound();
