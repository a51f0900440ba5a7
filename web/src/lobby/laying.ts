/** A new table is laid, and this browser keeps the seats that are its own. */

import { ask } from "../protocol/http";
import { hostToken, keepSeat, makerToken } from "../protocol/seats";
import type { Founding, Laid } from "../protocol/types";

/** Gives the table. Who plays there sits at their own seat; that of the game master, and of others at this screen, are
 *  held beside it. */
export async function lay(body: Founding): Promise<string> {
  const laid = await ask("post", "/api/tables", { token: hostToken(), maker: makerToken(), body });
  keepLaid(laid, body);
  return laid.table;
}

export function keepLaid(laid: Laid, { game, title, name, seats = [] }: Founding): void {
  const kept = { table: laid.table, title, game };
  const [first, ...others] = laid.seats;
  const beside = first && { beside: first.token };
  keepSeat({ ...kept, ...beside, token: laid.token, seat: laid.seat, name, role: "gm" });
  others.forEach((seat, at) => keepSeat({ ...kept, ...beside, sharing: true, token: seat.token, seat: seat.seat, name: seats[at + 1]?.name ?? "", role: "player" }));
  if (first) keepSeat({ ...kept, token: first.token, seat: first.seat, name: seats[0]?.name ?? "", role: "player" });
}
