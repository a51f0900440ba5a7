/** Links that were made in this browser since it was opened: a token is told once, and kept nowhere else. */

import { ask } from "../protocol/http";
import type { Table } from "../protocol/table.svelte";
import { linkTo } from "./links";

class Made {
  links = $state<Record<string, string>>({}); // by seat

  /** A seat for somebody; gives its id. `hero`: whom they are meant to play when they have come. */
  async seat(table: Table, name: string, role: string, beings: string[], hero = ""): Promise<string> {
    const link = await ask("post", "/api/tables/{table}/seats", { path: { table: table.id }, token: table.token, body: { role, name, beings } });
    this.links[link.seat] = await linkTo(link.table, link.token, hero);
    return link.seat;
  }

  /** Another link for a seat; the one before opens nothing any more. */
  async anew(table: Table, seat: string, hero = ""): Promise<void> {
    const link = await ask("post", "/api/tables/{table}/seats/{seat}/token", { path: { table: table.id, seat }, token: table.token });
    this.links[seat] = await linkTo(link.table, link.token, hero);
  }

  /** The link of one's own seat, which this browser holds. */
  async own(table: Table, seat: string): Promise<void> {
    this.links[seat] = await linkTo(table.id, table.token);
  }

  hide(seat: string): void {
    delete this.links[seat];
  }
}

export const made = new Made();
