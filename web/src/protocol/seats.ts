/** The seats that this browser holds: tokens in its storage, several if there are several. Nothing else is kept. */

export interface Held {
  table: string;
  token: string;
  seat: string;
  title: string;
  game: string;
  name: string;
  role: string;
  at: number; // when it was last used, in milliseconds since 1970
}

const SEATS = "ludex.seats";
const HOST = "ludex.host";
const here = (table: string) => `ludex.here.${table}`; // which of several seats this tab sits at

const memory = new Map<string, string>(); // where storage is withheld, the page still works until it is closed

function read(store: () => Storage, key: string): string | null {
  try {
    return store().getItem(key);
  } catch {
    return memory.get(key) ?? null;
  }
}

function write(store: () => Storage, key: string, value: string | null): void {
  try {
    if (value === null) store().removeItem(key);
    else store().setItem(key, value);
  } catch {
    if (value === null) memory.delete(key);
    else memory.set(key, value);
  }
}

const local = () => localStorage;
const tab = () => sessionStorage;

/** All seats held here, the one used last first. */
export function heldSeats(): Held[] {
  try {
    const found: unknown = JSON.parse(read(local, SEATS) ?? "[]");
    return Array.isArray(found) ? (found as Held[]).sort((one, other) => other.at - one.at) : [];
  } catch {
    return [];
  }
}

/** The seat of this tab at a table: the one it came with, else the one used last. */
export function seatAt(table: string): Held | undefined {
  const token = read(tab, here(table));
  const there = heldSeats().filter((held) => held.table === table);
  return there.find((held) => held.token === token) ?? there[0];
}

/** Keep a seat, and sit there with this tab. */
export function keepSeat(held: Omit<Held, "at">): void {
  const others = heldSeats().filter((one) => one.token !== held.token && !(one.table === held.table && one.seat !== "" && one.seat === held.seat));
  write(local, SEATS, JSON.stringify([{ ...held, at: Date.now() }, ...others]));
  write(tab, here(held.table), held.token);
}

/** Its token opens nothing any more. */
export function forgetSeat(token: string): void {
  write(local, SEATS, JSON.stringify(heldSeats().filter((held) => held.token !== token)));
}

/** The token of the host of this server, who may found tables; empty where this browser has none. */
export function hostToken(): string {
  return read(local, HOST) ?? "";
}

export function keepHost(token: string): void {
  write(local, HOST, token);
}
