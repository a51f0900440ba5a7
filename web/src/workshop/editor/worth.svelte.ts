/** What an entry is worth: price and odds anew with each change, the fight when the hand rests. */

import { Problem } from "../../protocol/http";
import type { LabLine, LabSwing } from "../../protocol/types";
import type { WorthTold } from "./told";

/** Whoever reckons; what is not there is told by a problem with the status 404 or 405. */
export interface Reckoner {
  worth(text: string, against: string): Promise<WorthTold>;
  fight(text: string, heard: (line: LabLine) => void, signal: AbortSignal): Promise<void>;
}

const PAUSE = 350; // milliseconds between a change and its price
const REST = 4_000; // and its fight

export class Worth {
  told = $state.raw<WorthTold | null>(null);
  fight = $state.raw<LabSwing | null>(null);
  of = $state(0); // fights
  place = $state(0); // in the queue
  fighting = $state(false);
  fault = $state(""); // why there is no fight
  stale = $state(false); // has the entry changed since the fight?
  against = $state("");
  #reckoner: Reckoner;
  #text = "";
  #number = 0;
  #missing = false;
  #pause: ReturnType<typeof setTimeout> | undefined;
  #rest: ReturnType<typeof setTimeout> | undefined;
  #stop: AbortController | null = null;

  constructor(reckoner: Reckoner) {
    this.#reckoner = reckoner;
  }

  /** The entry is this now; `differs`: from what it was begun from, so that there is something to fight out. */
  look(text: string, differs: boolean): void {
    if (text === this.#text) return;
    this.#text = text;
    this.stale = this.fight !== null;
    this.fault = ""; // it was of what stood there before
    this.end();
    clearTimeout(this.#pause);
    clearTimeout(this.#rest);
    this.#pause = setTimeout(() => void this.#reckon(), PAUSE);
    if (differs) this.#rest = setTimeout(() => void this.run(), REST);
    else this.fight = null;
  }

  choose(against: string): void {
    this.against = against;
    void this.#reckon();
  }

  async #reckon(): Promise<void> {
    if (this.#missing) return;
    const number = ++this.#number;
    try {
      const told = await this.#reckoner.worth(this.#text, this.against);
      if (number !== this.#number) return;
      this.told = told;
      this.against = told.odds?.against.id ?? this.against;
    } catch (fault) {
      this.#missing = isMissing(fault);
      if (number === this.#number) this.told = null; // nothing is said of what could not be worked out
    }
  }

  async run(): Promise<void> {
    clearTimeout(this.#rest);
    if (this.#missing) return;
    this.end();
    const stop = (this.#stop = new AbortController());
    this.fighting = true;
    this.fault = "";
    try {
      await this.#reckoner.fight(this.#text, (line) => this.#hear(line), stop.signal);
    } catch (fault) {
      if (!stop.signal.aborted && fault instanceof Problem) this.fault = fault.reason;
    }
    if (this.#stop === stop) this.fighting = false;
  }

  #hear(line: LabLine): void {
    this.place = line.place ?? 0;
    this.of = line.of ?? 0;
    this.fault = line.fault ?? "";
    if (!line.swing) return;
    this.fight = line.swing;
    this.stale = false;
  }

  /** Ends the fights, here and on the server; what is known stays. */
  end(): void {
    this.#stop?.abort();
    this.#stop = null;
    this.fighting = false;
  }

  leave(): void {
    clearTimeout(this.#pause);
    clearTimeout(this.#rest);
    this.end();
  }
}

const isMissing = (fault: unknown): boolean => fault instanceof Problem && (fault.status === 404 || fault.status === 405);
