import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Style } from "../look/dice.svelte";
import type { Document, ToldLines } from "../protocol/types";
import { Happening, MOST_SHOWN } from "./happening.svelte";

const CROWD = 100;

function crowd(now: number, scene = "one"): Document {
  const beings = Object.fromEntries(Array.from({ length: CROWD }, (_, i) => [`b${i}`, { name: `b${i}`, side: "foes", at: [i, 0], fate: "up", height: 0, acting: false, pools: [{ name: "HP", now, most: 99 }] }]));
  return { table: { game: "bluebox" }, scene: { id: scene }, board: { kind: "hexes", heights: [] }, beings } as unknown as Document;
}

const blow = (): ToldLines =>
  ({ told: 1, undoes: [], redoes: [], rolls: [{ by: "b0", dice: [{ sides: 12, face: 9 }], outcome: { good: true } }], lines: [{ parts: ["b0", "b1"].map((id) => ({ kind: "being", id })), rolls: [0], came: [{ who: "b1", what: "HP", by: -6, good: null }] }] }) as unknown as ToldLines;

let heard: (document: Document, before: Document | null) => void;
let news: (lines: ToldLines[]) => void;
let changed: () => void;
let table: { document: Document };
const played: string[] = [];
const how = { still: false, style: "dice" as Style, vital: () => ["HP"], play: (noise: string) => void played.push(noise) };

function happening(): Happening {
  const kept = <T>(into: (call: T) => void) => (call: T) => (into(call), () => undefined);
  table = { document: crowd(50) };
  return new Happening(Object.assign(table, { heard: kept<typeof heard>((call) => (heard = call)), news: kept<typeof news>((call) => (news = call)), changed: kept<typeof changed>((call) => (changed = call)) }) as never, how);
}

function tell(document: Document, lines: ToldLines[]): void {
  const before = table.document;
  table.document = document;
  heard(document, before);
  if (lines.length) news(lines);
  changed();
}

beforeEach(() => {
  vi.useFakeTimers();
  played.length = 0;
  how.still = false;
  how.style = "dice";
});
afterEach(() => vi.useRealTimers());

test("a blow is seen for a moment, heard once, and leaves nothing behind", () => {
  const one = happening();
  tell(crowd(50), [blow()]);
  vi.advanceTimersByTime(100);
  expect(one.now.map(({ what }) => what.kind)).toEqual(["thrown"]);
  vi.advanceTimersByTime(900);
  expect(one.now.map(({ what }) => what.kind)).toEqual(["thrown", "struck", "came"]);
  vi.advanceTimersByTime(5_000);
  expect(one.now).toEqual([]);
  expect(played).toEqual(["dice", "hit", "lose"]);
  expect(vi.getTimerCount()).toBe(0);
});

test("on a board of a hundred no more than so many are drawn at once, and none stays", () => {
  const one = happening();
  let most = 0;
  for (let i = 0; i < 8; i++) {
    tell(crowd(40 - i), [blow()]); // everybody is hurt
    vi.advanceTimersByTime(60);
    most = Math.max(most, one.now.length);
  }
  for (let i = 0; i < 40; i++) {
    vi.advanceTimersByTime(50);
    most = Math.max(most, one.now.length);
  }
  expect(most).toBe(MOST_SHOWN);
  vi.advanceTimersByTime(10_000);
  expect(one.now).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});

test("what comes meanwhile is seen within a second, whatever is still under way", () => {
  const one = happening();
  for (let i = 0; i < 10; i++) tell(crowd(50), [blow()]);
  vi.advanceTimersByTime(1_000);
  expect(one.now.filter(({ what }) => what.kind === "thrown")).toHaveLength(10);
});

test("without motion and without dice numbers come at once, and no dice", () => {
  how.still = true;
  const one = happening();
  tell(crowd(50), [blow()]);
  vi.advanceTimersByTime(1);
  expect(one.now.map(({ what }) => what.kind)).toEqual(["struck", "came"]);
  how.still = false;
  how.style = "none";
  tell(crowd(50), [blow()]);
  vi.advanceTimersByTime(400);
  expect(one.now.filter(({ what }) => what.kind === "thrown")).toEqual([]);
});

test("another scene, a first document and a closed table show nothing of what was", () => {
  const one = happening();
  tell(crowd(50), [blow()]);
  vi.advanceTimersByTime(100);
  tell(crowd(20, "two"), [blow()]);
  vi.advanceTimersByTime(2_000);
  expect(one.now).toEqual([]);
  tell(crowd(20, "two"), [blow()]);
  one.close();
  expect(vi.getTimerCount()).toBe(0);
});
