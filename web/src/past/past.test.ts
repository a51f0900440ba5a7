import { expect, test } from "vitest";
import type { MomentTold, MomentsTold } from "../protocol/types";
import { PastView } from "./past.svelte";

const listed = (over: boolean) =>
  ({
    chapters: [{ chapter: 0, title: "The pit", evening: 1, at: 0 }],
    chapter: 0,
    over,
    beings: {},
    moments: [0, 1, 2, 3].map((number) => ({ moment: number, at: 10 * number, words: "", round: number > 1 ? 2 : 1, of: "", pools: {}, gone: [], counts: true, shown: true })),
  }) as MomentsTold;

/** A table that tells of moments, and notes which were asked for. */
function table(asked: number[], over = true, wait: Promise<void>[] = []) {
  const look = async (kind: string, fields: { moment?: number }) => {
    if (kind === "moments") return listed(over);
    asked.push(fields.moment!);
    await wait.shift();
    return { chapter: 0, moment: fields.moment, read: [], document: null, why: "" } as unknown as MomentTold;
  };
  return { look } as unknown as ConstructorParameters<typeof PastView>[0];
}

test("it opens at the last moment, or at that of a time", async () => {
  const past = new PastView(table([]));
  await past.open();
  expect(past.shown?.moment).toBe(3);
  await past.open(null, 15);
  expect(past.shown?.moment).toBe(1);
});

test("one steps by deed and by round, and stays within", async () => {
  const past = new PastView(table([]));
  await past.open();
  await past.step(1);
  expect(past.at).toBe(3);
  await past.round(-1);
  expect(past.at).toBe(2);
  await past.round(-1);
  await past.step(-1);
  expect(past.at).toBe(0);
});

test("what was looked at is not asked for again, unless it still goes on", async () => {
  const asked: number[] = [];
  const past = new PastView(table(asked, false));
  await past.open();
  await past.step(-1);
  await past.step(1);
  await past.step(-1);
  expect(asked).toEqual([3, 2, 3]);
});

test("an answer that comes late does not take the place of what is wanted by then", async () => {
  let late = () => {};
  const waits = [Promise.resolve(), new Promise<void>((done) => (late = done)), Promise.resolve()];
  const past = new PastView(table([], true, waits));
  await past.open();
  const slow = past.go(0);
  await past.go(2);
  late();
  await slow;
  expect(past.shown?.moment).toBe(2);
});

test("it plays from the beginning of the fight, past what was taken back", async () => {
  const past = new PastView(table([]));
  await past.openFight();
  expect([past.at, past.next]).toEqual([0, 1]);
  past.told = { ...past.told!, moments: past.told!.moments.map((moment) => ({ ...moment, counts: moment.moment !== 1 })) };
  expect(past.next).toBe(2);
  await past.go(3);
  expect(past.next).toBe(null);
});
