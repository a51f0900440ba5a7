import { expect, test } from "vitest";
import type { BeingShown, Entry } from "../protocol/types";
import { keyed, moments, parted } from "./offered";

const entry = (label: string, group: string, more: object = {}) => ({ label, group, action: label, refused: null, price: [], anytime: false, ...more }) as unknown as Entry;
const against = { reason: "no", rule: "x" };
const hit = entry("Hit", "attack");
const shove = entry("Shove", "attack", { refused: against, price: [{ amount: 1, unit: "AP" }] });
const wake = entry("Wake", "other", { refused: against });
const end = entry("End turn", "passes");
const yield_ = entry("Yield", "gives_up");

test("what can be done stands by kind, what cannot after it, and the end of the turn apart", () => {
  const parts = parted([hit, shove, wake, yield_, end]);
  expect(parts.now.map((group) => group.name)).toEqual(["attack", "gives_up"]);
  expect(parts.near).toEqual([shove]);
  expect(parts.far).toEqual([wake]);
  expect(parts.ends).toEqual([end]);
  expect(keyed(parts)).toEqual([hit]);
});

test("what several may do at any moment is told once", () => {
  const effort = entry("Effort", "other", { anytime: true });
  const beings = { ann: { name: "Ann" }, ben: { name: "Ben" }, cid: { name: "Cid" } } as unknown as Record<string, BeingShown>;
  const offers = { ann: { name: "Ann", acts: true, entries: [hit, effort] }, ben: { name: "Ben", acts: false, entries: [effort] }, cid: { name: "Cid", acts: false, entries: [effort] } };
  expect(moments(offers, beings, "ann")).toEqual([{ label: "Effort", by: [{ being: "ben", name: "Ben", entry: effort }, { being: "cid", name: "Cid", entry: effort }] }]);
});
