/** The table of this browser that plays a game: how its options stand, and the switch for its game master. */

import { against } from "../protocol/against";
import { ask, isDead } from "../protocol/http";
import { type Held, heldSeats } from "../protocol/seats";
import { Table } from "../protocol/table.svelte";
import type { Against } from "../protocol/types";

export type Value = boolean | number | string;

export class House {
  held = $state.raw<Held | null>(null);
  title = $state("");
  role = $state("");
  options = $state.raw<Record<string, Value>>({});
  why = $state.raw<Against | null>(null);
  #sought = "";

  constructor(readonly sit: (held: Held) => Table = (held) => new Table(held.table, held.token)) {}

  /** The seat that was used last, of those where this game is played and which still open something. */
  async find(game: string): Promise<void> {
    this.held = null;
    this.why = null;
    this.#sought = game;
    for (const held of heldSeats().filter((one) => one.game === game)) {
      try {
        const told = await ask("get", "/api/tables/{table}", { path: { table: held.table }, token: held.token });
        if (this.#sought !== game) return; // another book was opened meanwhile
        this.title = told.title;
        this.role = told.role;
        this.options = told.options;
        this.held = held;
        return;
      } catch (fault) {
        if (isDead(fault)) continue;
        if (this.#sought === game) this.why = against(fault);
        return;
      }
    }
  }

  /** Another reading from the next scene on. */
  async choose(name: string, value: Value): Promise<void> {
    const held = this.held;
    if (!held) return;
    const table = this.sit(held);
    try {
      const { master } = await table.arrived();
      await table.do("options", { options: { ...master?.options, [name]: value } });
      this.options = { ...this.options, [name]: value };
      this.why = null;
    } catch (fault) {
      this.why = against(fault);
    } finally {
      table.close();
    }
  }
}
