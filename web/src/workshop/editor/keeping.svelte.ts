/** Whether a text that is being made is kept in its pack: a moment after the last change, one save after the other. */

import { against } from "../../protocol/against";
import type { Against } from "../../protocol/types";
import { nextWaitsFor } from "./leaving";

/** Whoever keeps texts; a save gives the revision of the pack that came of it. */
export interface Saver {
  save(text: string, revision: number): Promise<number>;
  /** Was it refused since somebody saved a newer one meanwhile? */
  isLate(fault: unknown): boolean;
}

export type Kept = "kept" | "changed" | "keeping" | "mistaken" | "failed" | "late";

export const REST = 900; // milliseconds after the last change, until it is kept

export abstract class Keeping {
  keeping = $state<Kept>("kept");
  keptAt = $state(0);
  why = $state.raw<Against | null>(null);
  revision: number;
  #saver: Saver;
  #rest: number;
  #kept = ""; // the text that the pack has
  #timer: ReturnType<typeof setTimeout> | undefined;
  #saving: Promise<void> = Promise.resolve();

  constructor(saver: Saver, revision: number, rest = REST) {
    this.#saver = saver;
    this.revision = revision;
    this.#rest = rest;
  }

  /** The text as it stands; nothing as long as nobody has judged it. */
  protected abstract get whole(): string | undefined;
  /** Does it have a mistake, so that it is not kept? */
  abstract get waits(): boolean;
  /** Until nothing is under way. Has all of it been sent? */
  protected abstract sent(): Promise<boolean>;

  /** This is what the pack has. */
  protected stands(text: string): void {
    this.#kept = text;
  }

  /** Something is new, and on its way. */
  protected change(): void {
    clearTimeout(this.#timer);
    if (this.keeping !== "late") this.keeping = "changed";
  }

  /** It could not be sent. */
  protected fail(): void {
    clearTimeout(this.#timer);
    if (this.keeping !== "late") this.keeping = "failed";
  }

  /** What is to be kept is kept when the hand rests. */
  protected see(): void {
    clearTimeout(this.#timer);
    if (this.keeping === "late") return;
    if (this.whole === this.#kept) this.keeping = "kept";
    else if (this.waits) this.keeping = "mistaken";
    else if (this.whole !== undefined) {
      this.keeping = "changed";
      this.#timer = setTimeout(() => void this.keep(), this.#rest);
    }
  }

  /** Saves what is new, one save after the other: each stands on the revision of the last. */
  async keep(): Promise<void> {
    clearTimeout(this.#timer);
    this.#saving = this.#saving.then(() => this.#save());
    await this.#saving;
  }

  async #save(): Promise<void> {
    const all = await this.sent();
    clearTimeout(this.#timer);
    if (!all) return;
    const text = this.whole;
    if (text !== undefined && text === this.#kept) this.keptAt = Date.now(); // whoever asks for it is told that it is
    if (text === undefined || text === this.#kept || this.waits || this.keeping === "late") return;
    this.keeping = "keeping";
    try {
      this.revision = await this.#saver.save(text, this.revision);
      this.#kept = text;
      this.keptAt = Date.now();
      this.why = null;
      this.saved();
    } catch (fault) {
      this.why = against(fault);
      this.keeping = this.#saver.isLate(fault) ? "late" : "failed";
    }
  }

  /** There may have been a change meanwhile. */
  protected saved(): void {
    this.see();
  }

  /** The pack has this revision now by something else that was saved here. Where somebody else saved in between, what is
      kept next stands on what it was made of, and is told to be late. */
  stand(revision: number): void {
    if (revision === this.revision + 1) this.revision = revision;
  }

  /** Somebody saved meanwhile: ours goes on top of theirs. */
  async keepOver(revision: number): Promise<void> {
    this.revision = revision;
    this.keeping = "changed";
    await this.keep();
  }

  /** It is there no more: nothing of it is kept. */
  forget(): void {
    clearTimeout(this.#timer);
    this.#kept = this.whole ?? "";
    this.keeping = "kept";
  }

  /** The page is left: what is new is kept at once. */
  leave(): void {
    nextWaitsFor(this.keep());
  }
}
