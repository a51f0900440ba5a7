/** Places that somebody points at right now: each is seen for a moment, and said to whoever listens. */

import type { Table } from "../../protocol/table.svelte";
import type { Pinged } from "../../protocol/types";
import { announce } from "../../text/announce.svelte";
import { words } from "../../words";
import { COLOURS, isCell, type Ping, placeKey, type Place } from "../aimed";
import { whereIs } from "../labels/where";

const SEEN = 2_200; // milliseconds

export class Pings {
  now = $state.raw<readonly Ping[]>([]);
  #last = 0;
  #stop: () => void;

  constructor(readonly table: Pick<Table, "document" | "pinged" | "do">) {
    this.#stop = table.pinged((ping) => this.#hear(ping));
  }

  close(): void {
    this.#stop();
  }

  /** Shows a place to all; where that may not be, whoever listens is told why by the caller. */
  show(at: Place): Promise<unknown> {
    return this.table.do("ping", { at: isCell(at) ? [at[0], at[1]] : at });
  }

  #hear({ seat, at }: Pinged): void {
    const seats = this.table.document?.seats ?? {};
    const by = seats[seat]?.name ?? words.margin.someone;
    const ping = { id: ++this.#last, place: at, by, colour: Math.max(0, Object.keys(seats).indexOf(seat)) % COLOURS };
    this.now = [...this.now.filter((one) => one.by !== by || placeKey(one.place) !== placeKey(at)), ping];
    setTimeout(() => (this.now = this.now.filter((one) => one !== ping)), SEEN);
    if (seat !== this.table.document?.you.seat) announce(words.board.points(by, this.#placeWords(at)));
  }

  #placeWords(at: Place): string {
    const { board, beings = {} } = this.table.document ?? {};
    if (isCell(at)) return board && board.kind !== "zones" ? words.board.placeAt(words.board.kinds[board.kind]!, whereIs(board, beings, at)) : "";
    return board?.kind === "zones" ? (board.zones[at as string]?.name ?? String(at)) : String(at);
  }
}
