/** The seats that this browser holds: tokens in its storage, several if there are several. Nothing else is kept. */

import { keep, kept } from "../look/kept";

export interface Held {
  table: string;
  token: string;
  seat: string;
  title: string;
  game: string;
  name: string;
  role: string;
  at: number; // when it was last used, in milliseconds since 1970
  beside?: string; // the token of the seat beside which it is held: at a table that one began alone, or two at one screen
  sharing?: boolean; // it is played on the same screen as that one
}

const SEATS = "seats";
const HOST = "host";
const MAKER = "maker";
const here = (table: string) => `here.${table}`; // which of several seats this tab sits at

/** All seats held here, the one used last first. */
export function heldSeats(): Held[] {
  try {
    const found: unknown = JSON.parse(kept(SEATS) ?? "[]");
    return Array.isArray(found) ? (found as Held[]).sort((one, other) => other.at - one.at) : [];
  } catch {
    return [];
  }
}

/** The seat of this tab at a table: the one it came with, else the one used last. */
export function seatAt(table: string): Held | undefined {
  const token = kept(here(table), "tab");
  const there = heldSeats().filter((held) => held.table === table);
  return there.find((held) => held.token === token) ?? there.find((held) => held.beside === undefined) ?? there[0];
}

/** The seats that are played on one screen with this one, the first of them first; it alone where nobody shares. */
export function sharedWith(held: Held): Held[] {
  const first = held.beside ?? held.token;
  const together = heldSeats().filter((one) => one.table === held.table && (one.token === first || (one.beside === first && one.sharing)));
  const ordered = together.sort((one, other) => Number(other.token === first) - Number(one.token === first));
  return ordered.length > 1 && ordered.some((one) => one.token === held.token) ? ordered : [held];
}

/** The seat of the game master, where this browser holds it too. */
export function masterAt(table: string): Held | undefined {
  return heldSeats().find((held) => held.table === table && held.role === "gm");
}

/** Those of a game at which one is game master, each table once. */
export const mastered = (seats: readonly Held[], game: string): Held[] => seats.filter((held, at) => held.role === "gm" && held.game === game && seats.findIndex((one) => one.role === "gm" && one.table === held.table) === at);

/** Keep a seat, and sit there with this tab. */
export function keepSeat(held: Omit<Held, "at">): void {
  const before = heldSeats().find((one) => one.token === held.token);
  const others = heldSeats().filter((one) => one.token !== held.token && !(one.table === held.table && one.seat !== "" && one.seat === held.seat));
  keep(SEATS, JSON.stringify([{ ...before, ...held, at: Date.now() }, ...others]));
  keep(here(held.table), held.token, "tab");
}

/** Its token opens nothing any more. */
export function forgetSeat(token: string): void {
  keep(SEATS, JSON.stringify(heldSeats().filter((held) => held.token !== token)));
}

/** The token of the host of this server, who may found tables; empty where this browser has none. */
export function hostToken(): string {
  return kept(HOST) ?? "";
}

export function keepHost(token: string): void {
  keep(HOST, token);
}

/** The token with which this browser makes packs here; empty where it has none. */
export function makerToken(): string {
  return kept(MAKER) ?? "";
}

export function keepMaker(token: string | null): void {
  keep(MAKER, token);
}
