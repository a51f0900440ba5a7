import { expect, test } from "vitest";
import type { CallTold, Document, LuckShown, Master, SpoilShown } from "../protocol/types";
import { hurtIn, neededMost, nextOf, restOf } from "./choices";
import { above, rarity } from "./luck";
import { standAt, takersOf } from "./spoils";

const seen = (health: number, more: object = {}): Document =>
  ({ ended: { won: true, party: { vhor: {} }, ...more }, beings: { vhor: { name: "Vhor", fate: "up", pools: [{ name: "HP", now: health, most: 10 }] }, bear: { name: "Bear", fate: "down", pools: [] } } }) as unknown as Document;
const luck = (better: number, worse: number): LuckShown => ({ dice: 12, sides: 12, total: 90, better, worse });

test("what the party needs most: a rest where somebody is badly hurt, else the next scene, and the same again where it was lost", () => {
  expect(neededMost(seen(9), true)).toBe("next");
  expect(neededMost(seen(5), true)).toBe("rest");
  expect(neededMost(seen(9), false)).toBe("rest");
  expect(neededMost(seen(5, { won: false }), true)).toBe("rematch");
  expect(hurtIn(seen(5))).toEqual(["Vhor"]);
});

test("the next scene is the first behind this one that was not played", () => {
  const master = (left: string[]): Master => ({ scenes: { a: "A", b: "B", c: "C" }, left }) as unknown as Master;
  expect(nextOf(master([]), "b")).toBe("c");
  expect(nextOf(master(["c"]), "b")).toBe("a");
  expect(nextOf(master(["a", "c"]), "b")).toBe(null);
});

test("the rest is what the game calls so, where it may be taken", () => {
  const call = (name: string, refused: object | null = null) => ({ name, refused }) as unknown as CallTold;
  expect(restOf([call("pass_time"), call("respite")])?.name).toBe("respite");
  expect(restOf([call("rest", {}), call("spawn")])).toBe(undefined);
});

test("how rare luck is is said in words", () => {
  expect(rarity(luck(6, 1))).toBe("1 fight in 6 has better dice than these.");
  expect(rarity(luck(1, 2500))).toBe("1 fight in 2,500 has worse dice than these.");
  expect(rarity(luck(1_000_000, 1))).toBe("1 fight in more than a million has better dice than these.");
  expect(rarity(luck(2, 2))).toMatch(/^Ordinary/);
  expect(rarity(luck(0, 1))).toBe("No dice could be better.");
  expect(above(6.5, luck(0, 0))).toBe(0);
});

test("whoever takes up what lies there goes to the nearest free place beside it, and stays where they reach it", () => {
  const cells = [[0, 0], [1, 0], [2, 0], [3, 0], [4, 0]];
  const doc = { you: { beings: ["ann"] }, ended: { party: { ann: {}, ben: {}, cat: {} } }, board: { kind: "squares", cells, walls: [] }, beings: { ann: { fate: "up", cells: [[0, 0]] }, ben: { fate: "up", cells: [[3, 0]] }, cat: { fate: "down", cells: [[2, 0]] } } } as unknown as Document;
  const spoil = { name: "Gun", at: [2, 0] } as unknown as SpoilShown;
  expect(takersOf(doc, false)).toEqual(["ann"]);
  expect(takersOf(doc, true)).toEqual(["ann", "ben"]);
  expect(standAt(doc, spoil, "ann")).toEqual([1, 0]);
  expect(standAt(doc, spoil, "ben")).toBe(null);
});
