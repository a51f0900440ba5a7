import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Fault, Line, Lost, Refusal, type State, type Wire } from "./socket";

class Fake implements Wire {
  onopen: ((event: never) => void) | null = null;
  onmessage: ((event: never) => void) | null = null;
  onclose: ((event: never) => void) | null = null;
  sent: Record<string, unknown>[] = [];
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {
    this.onclose?.(undefined as never);
  }
  open(): void {
    this.onopen?.(undefined as never);
  }
  say(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) } as never);
  }
}

let wires: Fake[];
let states: State[];
let changes: number[];
let pings: unknown[];
let line: Line;
const last = () => wires.at(-1) as Fake;
const welcome = { is: "welcome", version: 1, session: "s1", seq: 0, seat: "x", document: {}, lines: [], chat: [] };

beforeEach(() => {
  vi.useFakeTimers();
  [wires, states, changes, pings] = [[], [], [], []];
  line = new Line(
    "ws://here",
    "TOKEN",
    { welcome: () => undefined, change: (message) => changes.push(message.seq), ping: (message) => pings.push(message.at), state: (state) => states.push(state) },
    () => {
      wires.push(new Fake());
      return last();
    },
  );
  last().open();
  last().say(welcome);
});

afterEach(() => vi.useRealTimers());

test("whoever comes says hello, and what is sent before the welcome waits for it", async () => {
  const early = new Line("", "T", { welcome: () => undefined, change: () => undefined, ping: () => undefined, state: () => undefined }, () => {
    wires.push(new Fake());
    return last();
  });
  const done = early.send("hold", {}, false);
  last().open();
  expect(last().sent).toEqual([{ do: "hello", token: "T" }]);
  last().say(welcome);
  expect(last().sent[1]).toEqual({ n: 1, do: "hold" });
  last().say({ is: "reply", seq: 1, n: 1, ok: true, result: { a: 1 } });
  await expect(done).resolves.toEqual({ a: 1 });
});

test("replies find their message: done, refused, not understood", async () => {
  const [one, two, three] = [line.send("hold", {}, false), line.send("take_back", {}, false), line.send("retry", {}, false)];
  last().say({ is: "reply", seq: 1, n: 2, ok: false, refused: { reason: "no", rule: "table" } });
  last().say({ is: "reply", seq: 2, n: 3, ok: false, fault: "what?" });
  last().say({ is: "reply", seq: 3, n: 1, ok: true });
  await expect(one).resolves.toBeNull();
  await expect(two).rejects.toThrow(Refusal);
  await expect(three).rejects.toThrow(Fault);
});

test("a broken line is resumed, what was missed is heard once, and what was not answered is sent again", async () => {
  last().say({ is: "change", seq: 1 });
  const done = line.send("hold", {}, false);
  last().close();
  expect(states.at(-1)).toBe("away");
  vi.advanceTimersByTime(1000);
  expect(wires).toHaveLength(2);
  last().open();
  expect(last().sent[0]).toEqual({ do: "resume", token: "TOKEN", session: "s1", seq: 1 });
  last().say({ is: "resumed", seq: 1 });
  last().say({ is: "change", seq: 1 });
  last().say({ is: "change", seq: 2 });
  expect(changes).toEqual([1, 2]);
  expect(last().sent[1]).toEqual({ n: 1, do: "hold" });
  last().say({ is: "reply", seq: 3, n: 1, ok: true });
  await expect(done).resolves.toBeNull();
  expect(states.at(-1)).toBe("here");
});

test("where the session is another one, nobody knows what was done; what was asked is asked again", async () => {
  const done = line.send("hold", {}, false);
  const asked = line.send("sight", { one: "a", other: "b" }, true);
  last().close();
  vi.advanceTimersByTime(1000);
  last().open();
  last().say({ ...welcome, session: "s2" });
  await expect(done).rejects.toThrow(Lost);
  expect(last().sent.map((message) => message["do"])).toEqual(["resume", "sight"]);
  last().say({ is: "reply", seq: 1, n: 2, ok: true, result: null });
  await expect(asked).resolves.toBeNull();
});

test("a message that is missing brings a whole new welcome", () => {
  last().say({ is: "change", seq: 2 });
  expect(changes).toEqual([]);
  vi.advanceTimersByTime(1000);
  last().open();
  expect(last().sent[0]).toEqual({ do: "hello", token: "TOKEN" });
});

test("a bye is the end, unless the server only closes", async () => {
  last().say({ is: "bye", reason: "the server is closing", then: "again" });
  last().close();
  vi.advanceTimersByTime(1000);
  last().open();
  expect(last().sent[0]).toEqual({ do: "hello", token: "TOKEN" });
  last().say({ ...welcome, session: "s2" });
  const done = line.send("hold", {}, false);
  last().say({ is: "bye", reason: "this seat has been taken away", then: "never" });
  await expect(done).rejects.toThrow(Lost);
  vi.advanceTimersByTime(60_000);
  expect(wires).toHaveLength(2);
  expect(states.at(-1)).toBe("gone");
});

test("who may come again in place of a welcome tries until there is one", () => {
  last().close();
  for (let tries = 2; tries < 6; tries++) {
    vi.advanceTimersByTime(20_000);
    expect(wires).toHaveLength(tries);
    last().open();
    last().say({ is: "bye", reason: "the store cannot be reached", then: "again" });
    last().close();
    expect(states.at(-1)).toBe("away");
  }
  vi.advanceTimersByTime(20_000);
  last().open();
  expect(last().sent[0]).toEqual({ do: "hello", token: "TOKEN" });
  last().say({ ...welcome, session: "s2" });
  expect(states.at(-1)).toBe("here");
});

test("a ping passes by without a number", () => {
  last().say({ is: "ping", seat: "y", at: [2, 1] });
  last().say({ is: "change", seq: 1 });
  expect(pings).toEqual([[2, 1]]);
  expect(changes).toEqual([1]);
});

test("it is tried again and again, less and less often, and at once when somebody looks", () => {
  last().close();
  for (let tries = 0; tries < 6; tries++) {
    vi.advanceTimersByTime(20_000);
    last().close();
  }
  const before = wires.length;
  vi.advanceTimersByTime(2_000);
  expect(wires.length).toBe(before);
  line.wake();
  expect(wires.length).toBe(before + 1);
});

test("a line that is silent though it seems open is dropped when somebody looks again", () => {
  vi.advanceTimersByTime(60_000);
  line.wake();
  expect(last().sent.at(-1)).toMatchObject({ do: "log" });
  vi.advanceTimersByTime(5_000);
  expect(states.at(-1)).toBe("away");
});
