import { expect, test } from "vitest";
import type { Entry } from "../protocol/types";
import { keyOf, Places } from "./places";

const against = { reason: "0 AP are left", rule: "x" };
const priced = [{ amount: 1, unit: "AP", words: "1 AP", of: null, rest: "" }];
const entry = (label: string, group: string, more: object = {}) => ({ label, group, action: label, fixed: [], refused: null, price: priced, command: null, ...more }) as unknown as Entry;
const hit = entry("Hit", "attack");
const shove = entry("Shove", "attack", { refused: against });
const flame = entry("Flame", "skill", { action: "use", fixed: ["flame"] });
const walk = entry("Walk", "move");
const wake = entry("Wake", "other", { refused: against, price: [] });
const end = entry("End turn", "passes");
const yields = entry("Yield", "gives_up");
const labels = (entries: Entry[]) => entries.map(({ label }) => label);

test("what can be done, or could be soon, has a place; the end of the turn stands apart", () => {
  const laid = new Places().lay([hit, shove, flame, walk, wake, end, yields]);
  expect(labels(laid.placed)).toEqual(["Hit", "Shove", "Flame", "Walk", "Yield"]);
  expect(labels(laid.far)).toEqual(["Wake"]);
  expect(labels(laid.ends)).toEqual(["End turn"]);
});

test("what is refused later keeps its number and comes after what can be done, with the reason", () => {
  const places = new Places();
  places.lay([hit, shove, flame, walk, end]);
  const none = (one: Entry) => ({ ...one, refused: against, price: [] });
  const laid = places.lay([none(hit), none(shove), entry("Use a power", "skill", { action: "use", refused: against, price: [] }), walk, end]);
  expect(labels(laid.placed)).toEqual(["Hit", "Shove", "Flame", "Walk"]);
  expect(laid.placed.map(({ refused }) => refused?.reason)).toEqual([against.reason, against.reason, against.reason, undefined]);
  expect([labels(laid.open), labels(laid.shut)]).toEqual([["Walk"], ["Hit", "Shove", "Flame"]]);
  expect(laid.far).toEqual([]); // the power stands for itself
  expect(laid.placed.map((one) => places.numberOf(one))).toEqual([1, 2, 3, 4]);
});

test("what is new comes after the others, in number too", () => {
  const places = new Places();
  places.lay([hit, walk, yields]);
  const laid = places.lay([entry("Stand up", "attack"), hit, walk, yields]);
  expect(labels(laid.placed)).toEqual(["Hit", "Walk", "Yield", "Stand up"]);
  expect(laid.placed.map((one) => places.numberOf(one))).toEqual([1, 2, 0, 3]);
});

test("nine have a number, and no number is given twice", () => {
  const places = new Places();
  const many = Array.from({ length: 12 }, (_, at) => entry(`Deed ${at}`, "attack"));
  expect(places.lay(many).placed.map((one) => places.numberOf(one))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0]);
});

test("a small screen shows some of each kind first", () => {
  const blows = ["a", "b", "c", "d", "e", "f", "g"].map((name) => entry(name, "attack"));
  const laid = new Places().lay([...blows, flame, walk]);
  expect(labels(laid.handy)).toEqual(["a", "b", "Walk", "Flame", "c", "d", "e", "f", "g"]);
});

const [fire, frost, gust, calm] = ["Fire", "Frost", "Gust", "Calm"].map((name) => entry(name, "skill")) as [Entry, Entry, Entry, Entry];
const refused = (one: Entry) => ({ ...one, refused: against });

test("a small screen puts aside what a turn begins without, and moves nothing until the next one", () => {
  const places = new Places();
  const first = places.lay([hit, walk, fire, frost, gust, refused(calm)], "1");
  expect([labels(first.handy), labels(first.aside)]).toEqual([["Hit", "Walk", "Fire", "Frost", "Gust"], ["Calm"]]);
  const later = places.lay([refused(hit), walk, fire, frost, gust, calm], "1");
  expect([labels(later.handy), labels(later.aside)]).toEqual([["Hit", "Walk", "Fire", "Frost", "Gust", "Calm"], []]);
  const next = places.lay([hit, walk, fire, frost, refused(gust), refused(calm)], "2");
  expect([labels(next.handy), labels(next.aside)]).toEqual([["Hit", "Walk", "Fire", "Frost", "Gust"], ["Calm"]]);
});

test("on a small screen a weapon that does not reach yet stands in its place, and giving up is always last", () => {
  const places = new Places();
  const far = places.lay([refused(hit), walk, refused(calm), yields], "1");
  expect([labels(far.handy), labels(far.aside)]).toEqual([["Hit", "Walk", "Calm", "Yield"], []]);
  const near = places.lay([hit, entry("Trip", "attack"), { ...walk, refused: against, price: [] }, calm, yields], "1");
  expect(labels(near.handy)).toEqual(["Hit", "Walk", "Calm", "Trip", "Yield"]);
});

test("what comes first on a small screen is chosen anew each turn, of all that is offered then", () => {
  const places = new Places();
  expect(labels(places.lay([walk, calm, entry("Settings", "other")], "before the fight").handy)).toEqual(["Walk", "Calm", "Settings"]);
  expect(labels(places.lay([walk, calm, entry("Settings", "other"), hit], "1").handy)).toEqual(["Hit", "Walk", "Calm", "Settings"]);
  expect(labels(places.lay([walk, calm, entry("Settings", "other")], "after it").handy)).toEqual(["Walk", "Calm", "Settings"]);
});

test("where somebody comes back to their actions in the middle of a turn they find them where they were", () => {
  new Places("ann").lay([hit, shove, walk, flame, refused(calm), refused(gust), fire, frost], "1");
  const again = new Places("ann").lay([hit, shove, walk, flame, calm, gust, fire, frost].map(refused), "1");
  expect(labels(again.handy)).toEqual(["Hit", "Shove", "Walk", "Flame", "Calm", "Gust", "Fire", "Frost"]);
});

test("what is offered otherwise now does not stand there twice", () => {
  const places = new Places();
  const grab = (...among: string[]) => entry("Grab", "attack", { among });
  places.lay([hit, grab("cur")]);
  const laid = places.lay([hit, grab("cur", "hound")]);
  expect(labels(laid.placed)).toEqual(["Hit", "Grab"]);
  expect(new Set(laid.placed.map(keyOf)).size).toBe(2);
});
