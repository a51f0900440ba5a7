/** One simulation: what is known of it so far, and how to stop it. */

import { Problem } from "../protocol/http";
import type { LabDeed, LabFight, LabLine, LabResult } from "../protocol/types";
import { words } from "../words";
import { type Asked, simulated } from "./stream";

export class Run {
  state = $state<"idle" | "starting" | "running" | "done" | "stopped">("idle");
  result = $state.raw<LabResult | null>(null);
  deeds = $state.raw<LabDeed[]>([]);
  told = $state.raw<LabFight | null>(null);
  of = $state(0);
  fault = $state("");
  #stop: AbortController | null = null;

  get busy(): boolean {
    return this.state === "starting" || this.state === "running";
  }

  async start(address: string, token: string, asked: Asked): Promise<void> {
    this.stop();
    const stop = (this.#stop = new AbortController());
    this.state = "starting";
    this.fault = "";
    this.told = null;
    try {
      await simulated(address, token, asked, (line) => this.#hear(line), stop.signal);
      if (!this.fault) this.state = "done";
    } catch (fault) {
      if (stop.signal.aborted) return;
      this.state = "stopped";
      this.fault = fault instanceof Problem && fault.reason ? fault.reason : words.app.noServer;
    }
  }

  /** Ends it, here and on the server; what is known stays. */
  stop(): void {
    this.#stop?.abort();
    this.#stop = null;
    if (this.busy) this.state = "stopped";
  }

  #hear(line: LabLine): void {
    if (line.fault) {
      this.fault = line.fault;
      this.state = "stopped";
    }
    if (line.told) this.told = line.told;
    if (line.result) {
      this.state = line.done ? "done" : "running";
      this.result = line.result;
      this.deeds = line.deeds ?? [];
      this.of = line.of ?? 0;
    }
  }
}
