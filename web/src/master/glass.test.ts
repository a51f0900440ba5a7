import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Fault, Refusal } from "../protocol/socket";
import { Table } from "../protocol/table.svelte";
import { through } from "./glass";

const welcome = { is: "welcome", version: 1, session: "s", seq: 0, seat: "gm", document: { a: 0, seats: { ann: {} } }, lines: [], chat: [] };
let own: Table;
let hear: (message: object) => void;
let looked: string[];
let fault: Error | null;
let over: number;
let seen: Table;

beforeEach(async () => {
  vi.useFakeTimers();
  [looked, fault, over] = [[], null, 0];
  own = new Table("t", "T", () => {
    const wire = { onopen: null, onmessage: null as ((event: never) => void) | null, onclose: null, send: () => undefined, close: () => undefined };
    hear = (message) => wire.onmessage?.({ data: JSON.stringify(message) } as never);
    return wire;
  });
  hear(welcome);
  own.look = ((kind: string) => {
    looked.push(kind);
    return fault ? Promise.reject(fault) : Promise.resolve(kind === "see_as" ? { a: looked.length } : []);
  }) as never;
  seen = through(own, "ann", () => over++);
  await vi.advanceTimersByTimeAsync(0);
  looked.length = 0;
});

afterEach(() => {
  seen.close();
  vi.useRealTimers();
});

const change = (seq: number) => hear({ is: "change", seq, changes: [[["a"], seq]], lines: [{ told: seq }], chat: [{}] });

test("whatever changes at once is looked at once", async () => {
  change(1);
  await vi.advanceTimersByTimeAsync(0);
  expect(looked).toEqual(["see_as", "look_as"]);
});

test("a seat that is gone is left", async () => {
  fault = new Refusal("xyz", "table");
  hear({ is: "change", seq: 1, changes: [[["seats", "ann"]]], lines: [], chat: [] });
  await vi.advanceTimersByTimeAsync(0);
  expect(over).toBe(1);
});

test.each([new Fault("a fault of ours"), new Refusal("xyz", "table")])("after %s it is said, and tried again", async (what) => {
  fault = what;
  change(1);
  await vi.advanceTimersByTimeAsync(0);
  expect(seen.state).toBe("away");
  fault = null;
  await vi.advanceTimersByTimeAsync(1000);
  expect([seen.state, over]).toEqual(["here", 0]);
  looked.length = 0;
  change(2);
  await vi.advanceTimersByTimeAsync(0);
  expect(looked).toHaveLength(2);
});
