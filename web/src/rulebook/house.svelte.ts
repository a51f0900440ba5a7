/** The table of this browser that plays a game: how its options stand, and the switch for its game master. */

import { ask } from "../protocol/http";
import { type Held, heldSeats } from "../protocol/seats";
import { Table } from "../protocol/table.svelte";

export type Value = boolean | number | string;

export class House {
  held = $state.raw<Held | null>(null);
  title = $state("");
  role = $state("");
  options = $state.raw<Record<string, Value>>({});
  fault = $state("");

  /** The seat that was used last, of those where this game is played and which still open something. */
  async find(game: string): Promise<void> {
    this.held = null;
    for (const held of heldSeats().filter((one) => one.game === game)) {
      try {
        const told = await ask("get", "/api/tables/{table}", { path: { table: held.table }, token: held.token });
        this.title = told.title;
        this.role = told.role;
        this.options = told.options;
        this.held = held;
        return;
      } catch {
        continue;
      }
    }
  }

  /** Another reading from the next scene on. */
  async choose(name: string, value: Value): Promise<void> {
    const held = this.held;
    if (!held) return;
    const table = new Table(held.table, held.token);
    try {
      await arrived(table);
      const before = (table.document?.master?.options ?? {}) as Record<string, Value>;
      await table.do("options", { options: { ...before, [name]: value } });
      this.options = { ...this.options, [name]: value };
      this.fault = "";
    } catch (fault) {
      this.fault = fault instanceof Error ? fault.message : String(fault);
    } finally {
      table.close();
    }
  }
}

function arrived(table: Table): Promise<void> {
  return new Promise((done) => {
    const stop = table.heard(() => {
      stop();
      done();
    });
  });
}
