/** The day of a pack: scenes, rests and travel in a row, kept with each change, and what all of it costs the party. */

import { against } from "../../protocol/against";
import { Problem } from "../../protocol/http";
import type { Against, DayDrafted, GaugeDay, LabLine } from "../../protocol/types";
import type { Edit } from "../editor/edits";
import type { Counted } from "./gauge.svelte";

/** Whoever drafts and keeps days, and has them lived through. */
export interface Days {
  draft(text: string | undefined, edits: Edit[]): Promise<DayDrafted>;
  text(): Promise<string>;
  save(text: string, title: string): Promise<void>;
  live(text: string, party: Counted | null, heard: (line: LabLine) => void, signal: AbortSignal): Promise<void>;
}

export type Part = { scene: string } | { rest: string } | { travel: string };

export class Day {
  told = $state.raw<DayDrafted | null>(null);
  cost = $state.raw<GaugeDay | null>(null);
  running = $state(false);
  why = $state.raw<Against | null>(null);
  #days: Days;
  #stop: AbortController | null = null;
  #asked = false; // what it costs
  #last: Promise<void> = Promise.resolve();

  constructor(days: Days) {
    this.#days = days;
  }

  /** As it is kept, or a new one. */
  open(): Promise<void> {
    return this.#try(async () => {
      const text = await this.#days.text().catch((fault: unknown) => {
        if (fault instanceof Problem && fault.status === 404) return undefined;
        throw fault;
      });
      this.told = await this.#days.draft(text, []);
    });
  }

  add(part: Part): Promise<void> {
    return this.#edit(() => [{ path: ["day", this.#length], value: part }]);
  }

  takeAway(at: number): Promise<void> {
    return this.#edit(() => [{ path: ["day", at] }]);
  }

  /** One place earlier: it trades places with the part before it. */
  earlier(at: number): Promise<void> {
    return this.#edit(() => {
      const [before, one] = [this.told?.parts?.[at - 1], this.told?.parts?.[at]];
      return before && one ? [{ path: ["day", at - 1], value: plain(one) }, { path: ["day", at], value: plain(before) }] : [];
    });
  }

  get #length(): number {
    return this.told?.parts?.length ?? 0;
  }

  #edit(edits: () => Edit[]): Promise<void> {
    return this.#try(async () => {
      this.#halt();
      this.cost = null;
      this.told = await this.#days.draft(this.told?.text, edits());
      await this.#days.save(this.told.text, this.told.title);
    });
  }

  /** One after the other: each stands on the one before. */
  #try(what: () => Promise<void>): Promise<void> {
    this.#last = this.#last.then(async () => {
      try {
        await what();
        this.why = null;
      } catch (fault) {
        this.why = against(fault);
      }
    });
    return this.#last;
  }

  /** The day as it will be when all that was changed is kept. */
  async live(party: Counted | null): Promise<void> {
    this.#halt();
    this.#asked = true;
    await this.#last;
    if (!this.#asked) return;
    const stop = (this.#stop = new AbortController());
    this.running = true;
    try {
      await this.#days.live(this.told?.text ?? "", party, (line) => this.#stop === stop && this.#hear(line), stop.signal);
    } catch (fault) {
      if (this.#stop === stop) this.why = against(fault);
    }
    if (this.#stop === stop) this.running = false;
  }

  #hear(line: LabLine): void {
    if (line.day) this.cost = line.day;
    if (line.fault) this.why = { reason: line.fault, rule: "" };
  }

  end(): void {
    this.#asked = false;
    this.#halt();
  }

  #halt(): void {
    this.#stop?.abort();
    this.#stop = null;
    this.running = false;
  }
}

const plain = ({ scene, rest, travel }: { scene: string; rest: string; travel: string }): Part => (scene ? { scene } : rest ? { rest } : { travel });
