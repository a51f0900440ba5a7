/** What is told to who listens, in the order in which it can be understood: what happened, how things stand since, and at
 *  last what calls. No faster than it can be heard: what comes meanwhile is told in one go. Each step can be heard anew. */

import { words } from "../words";
import { announce, announcements } from "./announce.svelte";
import { keys } from "./keys.svelte";
import { gathered, type Step } from "./told";

const TOGETHER = 200; // milliseconds in which what is new is told in one go; a little before what else waits to be said, so that it goes along
const LETTER = 45; // milliseconds in which a letter is heard
const LONGEST = 6_000; // nobody waits longer, however much there was to be heard
const KEPT = 200; // steps that can be heard anew

export class Telling {
  /** The step that was asked for last. */
  now = $state("");
  #steps: string[] = []; // since this seat decided last
  #at = 0;
  #new: Step[] = []; // not told yet
  #stands = new Map<string, string>(); // by what it is about: the newest counts
  #call = "";
  #timer: ReturnType<typeof setTimeout> | undefined;
  #heard = 0; // when what was told last has been heard

  happened(steps: readonly Step[]): void {
    this.#new.push(...steps);
    this.#steps = [...this.#steps, ...steps.map((step) => step.words)].slice(-KEPT);
    if (steps.length) this.#soon();
  }

  /** How something stands since. */
  stands(about: string, words: string): void {
    this.#stands.set(about, words);
    this.#soon();
  }

  /** What is asked of this seat, after all that led to it. */
  calls(words: string): void {
    this.#call = words;
    this.#soon();
  }

  /** This seat has decided: what happens from now on is new. */
  decided(): void {
    this.#steps = [];
    this.#at = 0;
    this.#call = "";
  }

  /** Tells the next step, and after the last one that there are no more; then they begin anew. */
  next(): void {
    const step = this.#steps[this.#at];
    this.#at = step === undefined ? 0 : this.#at + 1;
    this.now = step ?? (this.#steps.length ? words.text.noMoreHappened : words.text.nothingHappened);
    this.#new = [];
    announce(this.now, "assertive");
  }

  #soon(): void {
    if (this.#timer !== undefined && !this.#call) return;
    clearTimeout(this.#timer);
    const wait = this.#call ? TOGETHER : Math.max(TOGETHER, this.#heard - Date.now());
    this.#timer = setTimeout(() => this.#tell(), wait);
  }

  #tell(): void {
    const said = [gathered(this.#new, keys.on), ...this.#stands.values(), this.#call].filter(Boolean).join(" ");
    this.#timer = undefined;
    this.#new = [];
    this.#stands.clear();
    this.#call = "";
    this.#heard = Date.now() + Math.min(LONGEST, said.length * LETTER);
    announcements.speak(said, "polite");
  }
}

export const telling = new Telling();
