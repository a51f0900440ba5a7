/** The commands of the game master, as the game has them now. */

import { against } from "../protocol/against";
import type { Table } from "../protocol/table.svelte";
import type { Against, CallTold } from "../protocol/types";

export class Calls {
  all = $state.raw<CallTold[]>([]);
  why = $state.raw<Against | null>(null);
  #asked = "";

  constructor(readonly table: Table) {
    // Who is there, the mode of the scene, whether play goes on and the content are all that these depend on
    $effect(() => {
      const doc = table.document;
      const now = doc?.scene ? `${doc.scene.id} ${doc.scene.mode} ${doc.waiting?.for ?? ""} ${doc.master?.edition ?? ""} ${Object.keys(doc.beings).join(" ")}` : "";
      if (now && now !== this.#asked) {
        this.#asked = now;
        void table.look("calls").then(
          (found) => {
            this.all = found;
            this.why = null;
          },
          (fault) => {
            this.#asked = "";
            this.why = against(fault);
          },
        );
      }
    });
  }

  named(name: string): CallTold | undefined {
    return this.all.find((call) => call.name === name);
  }
}
