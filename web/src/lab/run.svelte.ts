/** One simulation: what is known of it so far, and how to stop it. */

import { against } from "../protocol/against";
import type { Against, LabDeed, LabFight, LabLine, LabResult } from "../protocol/types";
import { type Asked, simulated } from "./stream";

export class Run {
  state = $state<"idle" | "starting" | "waiting" | "running" | "done" | "stopped">("idle");
  result = $state.raw<LabResult | null>(null);
  deeds = $state.raw<LabDeed[]>([]);
  told = $state.raw<LabFight | null>(null);
  of = $state(0);
  place = $state(0); // in the queue
  wait = $state(0); // seconds until it is its turn, about; 0: nobody can tell
  why = $state.raw<Against | null>(null);
  #stop: AbortController | null = null;

  get busy(): boolean {
    return this.state === "starting" || this.state === "waiting" || this.state === "running";
  }

  async start(address: string, token: string, asked: Asked): Promise<void> {
    this.stop();
    const stop = (this.#stop = new AbortController());
    this.state = "starting";
    this.why = null;
    this.told = null;
    try {
      await simulated(address, token, asked, (line) => this.#hear(line), stop.signal);
      if (!this.why) this.state = "done";
    } catch (fault) {
      if (stop.signal.aborted) return;
      this.state = "stopped";
      this.why = against(fault);
    }
  }

  /** Nothing is known: something else is to be simulated. */
  clear(): void {
    this.stop();
    this.state = "idle";
    this.result = this.told = this.why = null;
    this.deeds = [];
  }

  /** Ends it, here and on the server; what is known stays. */
  stop(): void {
    this.#stop?.abort();
    this.#stop = null;
    if (this.busy) this.state = "stopped";
  }

  #hear(line: LabLine): void {
    if (line.place) {
      this.state = "waiting";
      this.place = line.place;
      this.wait = line.wait ?? 0;
    } else if (this.state === "waiting") this.state = "starting";
    if (line.told) this.told = line.told;
    if (line.result) {
      this.state = line.done ? "done" : "running";
      this.result = line.result;
      this.deeds = line.deeds ?? [];
      this.of = line.of ?? 0;
    }
    if (line.fault) {
      this.why = { reason: line.fault, rule: "" };
      this.state = "stopped";
    }
  }
}
