import { expect, test } from "vitest";
import type { BeingShown, Entry } from "../protocol/types";
import { moments, stillTo } from "./offered";

const entry = (label: string, group: string, more: object = {}) => ({ label, group, action: label, refused: null, price: [], anytime: false, ...more }) as unknown as Entry;
const hit = entry("Hit", "attack");

test("what several may do at any moment is told once", () => {
  const effort = entry("Effort", "other", { anytime: true });
  const beings = { ann: { name: "Ann" }, ben: { name: "Ben" }, cid: { name: "Cid" } } as unknown as Record<string, BeingShown>;
  const offers = { ann: { name: "Ann", acts: true, entries: [hit, effort] }, ben: { name: "Ben", acts: false, entries: [effort] }, cid: { name: "Cid", acts: false, entries: [effort] } };
  expect(moments(offers, beings, "ann")).toEqual([{ label: "Effort", by: [{ being: "ben", name: "Ben", entry: effort }, { being: "cid", name: "Cid", entry: effort }] }]);
});

test("what could still be done before the turn ends is named, and nothing is where nothing is left", () => {
  const left = (...of: [number, string, string][]) => ({ left: of.map(([amount, unit, words]) => ({ amount, unit, words })) }) as unknown as BeingShown;
  const price = (amount: number, unit: string, words: string) => [{ amount, unit, words, of: null, rest: "" }];
  const walk = entry("Move", "move", { args: ["to"], fixed: [], price: price(0, "", "up to 1 m") });
  const blow = entry("Attack", "attack", { args: ["target"], fixed: [], price: price(1, "AP", "1 AP") });
  const free = entry("Speak", "idle", { args: [], fixed: [], price: price(0, "", "free") });
  const end = entry("End turn", "passes", { args: [], fixed: [] });
  const some = left([2, "AP", "2 AP"], [1, "m", "1 m"], [1, "Reaction", "Reaction"]);
  expect(stillTo(some, [walk, blow, free, end])).toEqual(["move 1 m", "spend 2 AP"]);
  expect(stillTo(left([0, "AP", "0 AP"], [1, "m", "1 m"], [1, "Reaction", "Reaction"]), [walk, { ...blow, refused: { reason: "no AP", rule: "" } }, free, end])).toEqual(["move 1 m"]);
  const dear = { ...walk, price: [...price(0, "", "up to 5 cells"), ...price(1, "EP", "1 EP"), ...price(0, "", "free")] };
  expect(stillTo(some, [dear, end])).toEqual(["move 5 cells for 1 EP"]);
  expect(stillTo(left([1, "Reaction", "Reaction"]), [free, end])).toEqual([]);
});
