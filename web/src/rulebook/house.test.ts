import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Problem } from "../protocol/http";
import type { Wire } from "../protocol/socket";
import { Table } from "../protocol/table.svelte";
import { words } from "../words";
import { House } from "./house.svelte";

class Quiet implements Wire {
  onopen: ((event: never) => void) | null = null;
  onmessage: ((event: never) => void) | null = null;
  onclose: ((event: never) => void) | null = null;
  sent: Record<string, unknown>[] = [];
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {}
  say(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) } as never);
  }
}

let wire: Quiet;
const held = { table: "t", token: "T", seat: "s", title: "", game: "bluebox", name: "", role: "gm", at: 0 };
const welcome = { is: "welcome", version: 1, session: "s1", seq: 0, seat: "x", document: { master: { options: { height: true } } }, lines: [], chat: [] };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function house(): House {
  const found = new House(() => new Table("t", "T", () => (wire = new Quiet())));
  found.held = held;
  return found;
}

test("another reading is set beside those that stand", async () => {
  const own = house();
  const done = own.choose("flank", "wide");
  wire.say(welcome);
  await vi.advanceTimersByTimeAsync(0);
  expect(wire.sent).toMatchObject([{ do: "options", options: { height: true, flank: "wide" } }]);
  wire.say({ is: "reply", seq: 1, n: 1, ok: true });
  await done;
  expect([own.why, own.options]).toEqual([null, { flank: "wide" }]);
});

test("a table that never answers is told, and nobody waits for ever", async () => {
  const own = house();
  const done = own.choose("flank", "wide");
  await vi.advanceTimersByTimeAsync(60_000);
  await done;
  expect(own.why?.reason).toBe(words.app.noServer);
});

test("a seat that is sent away is told why", async () => {
  const own = house();
  const done = own.choose("flank", "wide");
  wire.say({ is: "bye", reason: "this seat was taken away", then: "never" });
  await done;
  expect(own.why?.reason).toBe("this seat was taken away");
});

test("a server that does not answer is no seat that opens nothing", async () => {
  const own = house();
  vi.stubGlobal("localStorage", { getItem: () => JSON.stringify([held]), setItem: () => undefined });
  vi.stubGlobal("fetch", () => Promise.reject(new Problem(0, "")));
  await own.find("bluebox");
  expect(own.why?.reason).toBe(words.app.noServer);
  vi.unstubAllGlobals();
});
