import { expect, test } from "vitest";
import type { Harm, OddsTold } from "../protocol/types";
import { besides, chart, fraction, isRare, leadOf, spreadOf } from "./foreseen";

const by = (...changes: [number, number][]) => changes.map(([change, value]) => ({ change, value, exact: "" }));
const chance = (value: number) => ({ value, exact: "" });
const harm = (more: object = {}): Harm => ({ being: "orc", ally: false, pool: "HP", now: 5, touched: chance(0.75), mean: -14 / 3, last: chance(0.5), falls: null, ...more }) as Harm;
const odds = (more: object): OddsTold =>
  ({ command: { actor: "ann", name: "attack", args: { target: "orc" } }, spread: [], harms: [], gained: [], lost: [], ...more }) as unknown as OddsTold;
const blow = { being: "orc", words: "HP", pool: "HP", by: by([-6, 0.25], [-5, 0.25], [-3, 0.25]) };

test("what is told as harm is not told again beside it", () => {
  const told = odds({ spread: [{ being: "ann", words: "MP", by: by([-3, 1]) }, blow], harms: [harm()] });
  expect(besides(told)).toEqual([{ being: "ann", words: "−3 MP", value: 1, lost: false }]);
});

test("a condition that ends the fight for somebody stands with the harm, others beside it", () => {
  const gained = [
    { being: "orc", words: "Down", ends: true, ...chance(0.4) },
    { being: "orc", words: "Prone", ends: false, ...chance(0.1) },
    { being: "elf", words: "Fled", ends: true, ...chance(0.3) },
  ];
  expect(besides(odds({ spread: [blow], harms: [harm()], gained })).map((one) => one.words)).toEqual(["Fled", "Prone"]);
});

test("the chart shows every change, and where the last of it goes", () => {
  const told = odds({ spread: [{ being: "orc", words: "Plating", by: by([-1, 1]) }, blow], harms: [harm()] });
  const found = chart(harm(), spreadOf(told, harm()), 0);
  expect(found.none).toBeCloseTo(0.25);
  expect(found.bars.map((bar) => [bar.from, bar.value, bar.last])).toEqual([[3, 0.25, false], [4, 0, false], [5, 0.25, true], [6, 0.25, true]]);
  expect(found.lastAt).toBe(2);
});

test("what misses is told apart from what hits and takes nothing", () => {
  const found = chart(harm({ touched: chance(0.1) }), by([-3, 0.1]), 0, 0.9);
  expect([found.miss, found.none].map((value) => Math.round(value * 100))).toEqual([10, 80]);
  const hurtsAnyway = chart(harm({ touched: chance(0.95) }), by([-3, 0.95]), 0, 0.6);
  expect([hurtsAnyway.miss, hurtsAnyway.none].map((value) => Math.round(value * 100))).toEqual([5, 0]);
});

test("where it is not known how much somebody has, no bar is the last", () => {
  const found = chart(harm({ now: null }), blow.by, 0);
  expect([found.lastAt, found.bars.some((bar) => bar.last)]).toEqual([null, false]);
});

test("many changes are put together, and none is lost", () => {
  const many = by(...Array.from({ length: 40 }, (_, at) => [-at - 1, 0.02] as [number, number]));
  const found = chart(harm({ touched: chance(0.8), mean: -20.5 }), many, 0);
  expect(found.bars.length).toBeLessThanOrEqual(16);
  expect(found.bars.reduce((sum, bar) => sum + bar.value, 0)).toBeCloseTo(0.8);
  expect(found.bars.find((bar) => bar.last)?.from).toBe(5);
});

test("a gain is drawn as one", () => {
  const found = chart(harm({ touched: chance(1), mean: 5 }), by([4, 0.5], [6, 0.5]), 0);
  expect(found).toMatchObject({ gain: true, none: 0, lastAt: null });
});

test("a fraction is told where it can be read", () => {
  expect(fraction("27/33")).toEqual(["27", "33"]);
  expect(fraction("1")).toBeNull();
  expect(fraction("10613707/10616832")).toBeNull();
});

test("where no roll says so, it is told first how likely it does anything at all", () => {
  const hurt = { being: "rahi", touched: { exact: "2/3", value: 2 / 3 } };
  const told = (chances: unknown[], harms: unknown[]) => ({ chances, harms }) as unknown as OddsTold;
  expect(leadOf(told([], [hurt]))).toBe(hurt.touched);
  expect(leadOf(told([{ words: "hit" }], [hurt]))).toBe(null);
  expect(leadOf(told([], [hurt, hurt]))).toBe(null);
  expect(isRare({ value: 0.00052 })).toBe(true);
});
