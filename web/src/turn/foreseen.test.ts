import { expect, test } from "vitest";
import type { BeingShown, OddsTold } from "../protocol/types";
import { besides, chart, fraction, harms } from "./foreseen";

const being = (name: string, pools: object[]) => ({ name, pools }) as unknown as BeingShown;
const beings = {
  ann: being("Ann", [{ name: "HP", now: 9, most: 10 }, { name: "MP", now: 5, most: 5 }]),
  orc: being("Orc", [{ name: "HP", now: 5, most: 14 }]),
  elf: being("Elf", [{ name: "HP", tenths: 4 }]),
};
const by = (...changes: [number, number][]) => changes.map(([change, value]) => ({ change, value, exact: "" }));
const odds = (more: object): OddsTold =>
  ({ command: { actor: "ann", name: "attack", args: { target: "orc" } }, spread: [], gained: [], lost: [], ...more }) as unknown as OddsTold;
const blow = { being: "orc", words: "HP", by: by([-6, 0.25], [-5, 0.25], [-3, 0.25]) };

test("who is aimed at comes first, and what the deed costs the one who does it is no harm", () => {
  const told = odds({ spread: [{ being: "ann", words: "MP", by: by([-3, 1]) }, { being: "elf", words: "HP", by: by([-2, 0.5]) }, blow] });
  const found = harms(told, beings);
  expect(found.map((harm) => harm.being)).toEqual(["orc", "elf"]);
  expect(found[0]).toMatchObject({ now: 5, touched: 0.75, falls: { words: "", value: 0.5 } });
  expect(found[0]?.mean).toBeCloseTo(-14 / 3);
  expect(found[1]).toMatchObject({ now: null, falls: null });
  expect(besides(told, found)).toEqual([{ being: "ann", words: "−3 MP", value: 1, lost: false }]);
});

test("what the game calls it when somebody falls goes before what the pool says", () => {
  const told = odds({ spread: [blow], gained: [{ being: "orc", words: "Down", value: 0.4, exact: "2/5" }, { being: "orc", words: "Prone", value: 0.1, exact: "1/10" }] });
  const found = harms(told, beings);
  expect(found[0]?.falls).toMatchObject({ words: "Down", value: 0.4 });
  expect(besides(told, found).map((one) => one.words)).toEqual(["Prone"]);
});

test("the chart shows every change, and where the last of it goes", () => {
  const found = chart(harms(odds({ spread: [blow] }), beings)[0]!, 0);
  expect(found.none).toBeCloseTo(0.25);
  expect(found.bars.map((bar) => [bar.from, bar.value, bar.last])).toEqual([[3, 0.25, false], [4, 0, false], [5, 0.25, true], [6, 0.25, true]]);
  expect(found.lastAt).toBe(2);
});

test("many changes are put together, and none is lost", () => {
  const many = { being: "orc", words: "HP", by: by(...Array.from({ length: 40 }, (_, at) => [-at - 1, 0.02] as [number, number])) };
  const found = chart(harms(odds({ spread: [many] }), beings)[0]!, 0);
  expect(found.bars.length).toBeLessThanOrEqual(16);
  expect(found.bars.reduce((sum, bar) => sum + bar.value, 0)).toBeCloseTo(0.8);
  expect(found.bars.find((bar) => bar.last)?.from).toBe(5);
});

test("a gain is drawn as one", () => {
  const found = chart(harms(odds({ spread: [{ being: "orc", words: "HP", by: by([4, 0.5], [6, 0.5]) }] }), beings)[0]!, 0);
  expect(found).toMatchObject({ gain: true, none: 0, lastAt: null });
});

test("a fraction is told where it can be read", () => {
  expect(fraction("27/33")).toEqual(["27", "33"]);
  expect(fraction("1")).toBeNull();
  expect(fraction("10613707/10616832")).toBeNull();
});
