/** Places that somebody points at right now: each is seen for a moment, and said to whoever listens. */

import type { Table } from "../../protocol/table.svelte";
import type { Pinged, ToldLines } from "../../protocol/types";
import { announce } from "../../text/announce.svelte";
import { words } from "../../words";
import { COLOURS, isCell, type Ping, placeKey, type Place } from "../aimed";
import { whereIs } from "../labels/where";
import { pointedOut } from "./pointed";

const SEEN = 2_200; // milliseconds

export class Pings {
  now = $state.raw<readonly Ping[]>([]);
  #last = 0;
  #stops: (() => void)[];

  constructor(readonly table: Pick<Table, "document" | "pinged" | "shown" | "do">) {
    this.#stops = [table.pinged((ping) => this.#hear(ping)), table.shown((lines) => this.#point(lines))];
  }

  close(): void {
    for (const stop of this.#stops) stop();
  }

  /** Shows a place to all; where that may not be, whoever listens is told why by the caller. */
  show(at: Place): Promise<unknown> {
    return this.table.do("ping", { at: isCell(at) ? [at[0], at[1]] : at });
  }

  #hear({ seat, at }: Pinged): void {
    const seats = this.table.document?.seats ?? {};
    const by = seats[seat]?.name ?? words.margin.someone;
    const ping = { id: ++this.#last, place: at, by, colour: Math.max(0, Object.keys(seats).indexOf(seat)) % COLOURS };
    this.#draw(ping);
    if (seat !== this.table.document?.you.seat) announce(words.board.points(by, this.#placeWords(at)));
  }

  /** Where that is of which the record tells, for this seat alone. */
  #point(lines: ToldLines[]): void {
    const doc = this.table.document;
    const there = doc ? pointedOut(lines, doc) : [];
    const colour = Math.max(0, Object.keys(doc?.seats ?? {}).indexOf(doc?.you.seat ?? "")) % COLOURS;
    for (const { place, name } of there) this.#draw({ id: ++this.#last, place, by: name, colour });
    if (there.length) announce(words.margin.shownAt(there.map(({ place, name }) => name || this.#placeWords(place)).join(", ")));
  }

  #draw(ping: Ping): void {
    this.now = [...this.now.filter((one) => one.by !== ping.by || placeKey(one.place) !== placeKey(ping.place)), ping];
    setTimeout(() => (this.now = this.now.filter((one) => one !== ping)), SEEN);
  }

  #placeWords(at: Place): string {
    const { board, beings = {} } = this.table.document ?? {};
    if (isCell(at)) return board && board.kind !== "zones" ? words.board.placeAt(words.board.kinds[board.kind]!, whereIs(board, beings, at)) : "";
    return board?.kind === "zones" ? (board.zones[at as string]?.name ?? String(at)) : String(at);
  }
}
