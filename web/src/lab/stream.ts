/** A simulation as it comes in: one line after another, until it is done or stopped. */

import { answered, bearer, Problem } from "../protocol/http";
import type { FightGiven, LabLine, Simulating, SimulatingMoment, SimulatingPrepared, SimulatingReady } from "../protocol/types";

export type Asked = Partial<Simulating> | Partial<SimulatingMoment> | (Partial<SimulatingPrepared> & { scene: string }) | (Partial<SimulatingReady> & { scene: string }) | FightGiven;

/** Has a scene simulated; `heard` is called with every line. Aborting the signal ends it on the server too. */
export const simulated = (address: string, token: string, asked: Asked, heard: (line: LabLine) => void, signal: AbortSignal): Promise<void> => streamed(address, token, asked, heard, signal);

/** Asks for what comes line by line. `seat`: the token of a seat, beside that of a maker. */
export async function streamed<L>(address: string, token: string, asked: object, heard: (line: L) => void, signal: AbortSignal, seat = ""): Promise<void> {
  const headers = { "Content-Type": "application/json", ...(token ? bearer(token) : {}), ...(seat ? { "Seat-Token": seat } : {}) };
  const response = await answered(() => fetch(address, { method: "POST", headers, body: JSON.stringify(asked), signal }));
  if (!response.body) throw new Problem(response.status, "");
  const reader = response.body.getReader();
  const lines = new Lines();
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new Problem(0, ""); // it broke off
    });
    for (const line of lines.add(value)) heard(JSON.parse(line) as L);
    if (done) return;
  }
}

/** Whole lines out of pieces that are cut anywhere. */
export class Lines {
  #decoder = new TextDecoder();
  #rest = "";

  add(piece?: Uint8Array): string[] {
    const parts = (this.#rest + this.#decoder.decode(piece, { stream: piece !== undefined })).split("\n");
    this.#rest = parts.pop() ?? "";
    return parts.filter(Boolean);
  }
}
