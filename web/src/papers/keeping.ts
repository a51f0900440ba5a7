/** A note that somebody writes is kept, and pinned where they chose. */

import type { Table } from "../protocol/table.svelte";

export class Keeping {
  /** `note` is the one that is changed; empty: a new one. */
  constructor(
    readonly table: Pick<Table, "do">,
    public note = "",
  ) {}

  /** Where only the pin is refused, the note was made: whoever tries again changes it, and writes no second one. */
  async keep(said: { title: string; text: string; whose: "own" | "shared" | "gm" }, at: [number, number] | string | null): Promise<void> {
    this.note = ((await this.table.do("note", { id: this.note, ...said })) as { note: string }).note;
    if (at !== null) await this.table.do("pin", { note: this.note, at });
  }
}
