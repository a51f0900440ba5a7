/** The seat of the game master that this browser holds beside the one at which it plays: by it others are let in and
 *  scenes are put on the table. What it sees of a scene is shown to nobody. */

import { masterAt } from "../protocol/seats";
import { Table } from "../protocol/table.svelte";
import { codeOf } from "./code";

class Beside {
  line = $state.raw<Table | null>(null);

  /** Its line, where this browser has such a seat; it stays open until the table is left. */
  open(table: string): Table | null {
    if (this.line?.id === table) return this.line;
    this.close();
    const held = masterAt(table);
    this.line = held ? new Table(held.table, held.token) : null;
    return this.line;
  }

  /** Where a code may still be in somebody's hand, one wants to know who knocks. */
  listen(table: string): void {
    if ((codeOf(table)?.until ?? 0) > Date.now() / 1000) this.open(table);
  }

  close(): void {
    this.line?.close();
    this.line = null;
  }

  /** How many stand at the door. */
  get knocking(): number {
    return Object.keys(this.line?.document?.master?.waiting_room ?? {}).length;
  }
}

export const beside = new Beside();
