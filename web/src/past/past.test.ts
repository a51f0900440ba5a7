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

/** A table at which somebody plays on: what it tells of the past, and how often it was asked. */
function playedAt() {
  const at = { ...listed(false), asked: 0, wait: Promise.resolve() };
  const play = () => (at.moments = [...at.moments, { ...at.moments[0]!, moment: at.moments.length }]);
  const look = async (kind: string, { since = 0, moment }: { since?: number; moment?: number }) => {
    if (kind === "moment") return { chapter: 0, moment, read: [], document: null, why: "" };
    at.asked++;
    const found = { ...listed(false), over: at.over, chapters: at.chapters, moments: at.moments.filter((one) => one.moment >= since) };
    await at.wait;
    return found;
  };
  return { at, play, past: new PastView({ look } as unknown as ConstructorParameters<typeof PastView>[0]) };
}

test("what others play meanwhile is counted, and nobody is led away from where they look", async () => {
  const { at, play, past } = playedAt();
  await past.open();
  await past.step(-1);
  play();
  await past.follow();
  play();
  await past.follow();
  expect([past.at, past.last, past.since]).toEqual([2, 5, 2]);
  await past.go(past.last);
  expect([past.shown?.moment, past.since]).toEqual([5, 0]);
  play();
  at.over = true;
  await past.follow();
  expect([past.at, past.since, past.told?.over]).toEqual([5, 1, true]);
});

test("what was taken back meanwhile does not count any more", async () => {
  const { at, past } = playedAt();
  await past.open();
  at.moments = at.moments.map((moment) => ({ ...moment, counts: moment.moment < 3 }));
  await past.follow();
  expect(past.moment?.counts).toBe(false);
});

test("what is told while one reads is read once for all of it", async () => {
  const { at, play, past } = playedAt();
  await past.open();
  let late = () => {};
  at.wait = new Promise<void>((done) => (late = done));
  const reading = past.follow();
  for (const _ of [1, 2, 3]) {
    play();
    void past.follow();
  }
  late();
  await reading;
  expect([at.asked, past.since]).toEqual([3, 3]);
});

test("the end of the slider stays while a hand is on it", async () => {
  const { play, past } = playedAt();
  await past.open();
  past.hold();
  play();
  await past.follow();
  expect(past.last).toBe(3);
  past.release();
  await expect.poll(() => past.last).toBe(4);
});

test("it stays, too, where the hand comes while what is new is read", async () => {
  const { play, past } = playedAt();
  await past.open();
  play();
  const reading = past.follow();
  past.hold();
  await reading;
  expect(past.last).toBe(3);
  past.release();
  await expect.poll(() => past.last).toBe(4);
});

test("what is told while the past is opened is not lost", async () => {
  const { at, play, past } = playedAt();
  let late = () => {};
  at.wait = new Promise<void>((done) => (late = done));
  const opening = past.open();
  play();
  void past.follow();
  late();
  await opening;
  await expect.poll(() => past.last).toBe(4);
});

test("whoever looks at a scene that is over hears of the next one", async () => {
  const { at, past } = playedAt();
  at.over = true;
  await past.open();
  at.chapters = [...at.chapters, { ...at.chapters[0]!, chapter: 1, title: "The next" }];
  await past.follow();
  expect([past.told?.chapters.length, past.told?.chapter, past.since]).toEqual([2, 0, 0]);
});

test("what ended a fight was in its last round", async () => {
  const past = new PastView(table([]));
  await past.open();
  past.told = { ...past.told!, moments: past.told!.moments.map((moment) => (moment.moment === 3 ? { ...moment, round: 0 } : moment)) };
  expect([1, 2, 3, 4].map((at) => past.roundAt(at))).toEqual([1, 2, 2, 0]);
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
