/** What is told to who listens, in the order in which it can be understood: what happened, how things stand since, and at
 *  last what calls. No faster than it can be heard: what comes meanwhile is told in one go. Each step can be heard anew. */

import { words } from "../words";
import { announce, announcements } from "./announce.svelte";
import { keys } from "./keys.svelte";
import type { ToldLines } from "../protocol/types";
import { type Beings, foremost, gathered, type Step, stepsOf } from "./told";

const TOGETHER = 200; // milliseconds in which what is new is told in one go; a little before what else waits to be said, so that it goes along
const LETTER = 45; // milliseconds in which a letter is heard
const LONGEST = 6_000; // nobody waits longer, however much there was to be heard
const KEPT = 200; // lines of which the steps can be heard anew

export class Telling {
  /** The step that was asked for last. */
  now = $state("");
  #lines: readonly ToldLines[] = []; // since this seat decided last
  #told = new Set<string>(); // the steps of these that were told
  #stepping = false; // step by step since something was told
  #new: ToldLines[] = []; // not told yet
  #beings: Beings = {};
  #own: readonly string[] = [];
  #stands = new Map<string, string>(); // by what it is about: the newest counts
  #call = "";
  #due = false; // the table waits for this seat
  #timer: ReturnType<typeof setTimeout> | undefined;
  #heard = 0; // when what was told last has been heard

  happened(lines: readonly ToldLines[], beings: Beings, own: readonly string[]): void {
    [this.#beings, this.#own] = [beings, own];
    this.#new.push(...lines);
    this.#lines = [...this.#lines, ...lines].slice(-KEPT);
    if (lines.length) this.#soon();
  }

  /** How something stands since. What is `left` of a turn and for whom the table `waits` hold until this seat is called. */
  stands(about: string, words: string): void {
    this.#stands.set(about, words);
    this.#soon();
  }

  /** What is asked of this seat, after all that led to it. */
  calls(words: string): void {
    this.#call = words;
    this.#stands.delete("left");
    this.due();
  }

  /** The table waits for this seat: it hears at once what is not told yet. */
  due(): void {
    this.#stands.delete("waits");
    this.#due = true;
    this.#soon();
  }

  /** This seat has decided: what happens from now on is new. */
  decided(): void {
    this.#lines = [];
    this.#told.clear();
    this.#call = "";
  }

  /** Tells the next step that was not told yet, and after the last one that there are no more; then they begin anew, and
   *  so they do where all was told at once. */
  next(): void {
    const steps = stepsOf(this.#lines, this.#beings, this.#own);
    const isNew = ({ key }: Step): boolean => !this.#told.has(key);
    if (!this.#stepping && !steps.some(isNew)) this.#told.clear();
    this.#stepping = true;
    const step = steps.find(isNew);
    if (step) this.#told.add(step.key);
    else this.#told.clear();
    this.now = step?.words ?? (steps.length ? words.text.noMoreHappened : words.text.nothingHappened);
    this.#new = [];
    announce(this.now, "assertive");
  }

  #soon(): void {
    if (this.#timer !== undefined && !this.#due) return;
    clearTimeout(this.#timer);
    const wait = this.#due ? TOGETHER : Math.max(TOGETHER, this.#heard - Date.now());
    this.#timer = setTimeout(() => this.#tell(), wait);
  }

  #tell(): void {
    const steps = stepsOf(this.#new, this.#beings, this.#own);
    const told = foremost(steps);
    if (told.length) this.#stepping = false;
    for (const { key } of told) this.#told.add(key);
    const said = [gathered(steps, told, keys.on), ...this.#stands.values(), this.#call].filter(Boolean).join(" ");
    this.#timer = undefined;
    this.#new = [];
    this.#stands.clear();
    this.#call = "";
    this.#due = false;
    if (said) this.#heard = Date.now() + Math.min(LONGEST, said.length * LETTER);
    announcements.speak(said, "polite");
  }
}

export const telling = new Telling();
