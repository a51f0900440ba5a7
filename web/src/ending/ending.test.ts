import { expect, test } from "vitest";
import type { CallTold, Document, LuckShown, Master } from "../protocol/types";
import { hurtIn, namesOf, neededMost, nextOf, restOf } from "./choices";
import { above, rarity } from "./luck";

const seen = (health: number, more: object = {}): Document =>
  ({ ended: { won: true, party: { vhor: {} }, ...more }, beings: { vhor: { name: "Vhor", fate: "up", pools: [{ name: "HP", now: health, most: 10 }] }, bear: { name: "Bear", fate: "down", pools: [] } } }) as unknown as Document;
const luck = (more: number, less: number): LuckShown => ({ dice: 12, sides: 12, total: 90, more, less });

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
  expect(rarity(luck(1 / 6, 0.8))).toBe("1 fight in 6 has better dice than these.");
  expect(rarity(luck(0.9, 0.0004))).toBe("1 fight in 2,500 has worse dice than these.");
  expect(rarity(luck(0.5, 0.45))).toMatch(/^Ordinary/);
  expect(rarity(luck(0, 0.99))).toBe("No dice could be better.");
  expect(above(6.5, luck(0, 0))).toBe(0);
  expect(namesOf(["A", "B", "C"])).toBe("A, B and C");
});
