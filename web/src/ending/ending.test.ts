import { expect, test } from "vitest";
import type { CallTold, Document, LuckShown, Master, SpoilShown } from "../protocol/types";
import { hurtIn, neededMost, nextOf, onlyArgs, restOf, whoChooses } from "./choices";
import { Choosing } from "./choosing.svelte";
import { foesFared } from "./fared";
import { above, rarity } from "./luck";
import { take, takersOf } from "./spoils";
import { words } from "../words";

const seen = (hurt: string[], more: object = {}): Document => ({ ended: { won: true, party: { vhor: {} }, hurt, ...more }, beings: { vhor: { name: "Vhor", fate: "up", pools: [{ name: "HP", now: 1, most: 10 }] } } }) as unknown as Document;
const luck = (better: number, worse: number): LuckShown => ({ dice: 12, sides: 12, total: 90, better, worse });

test("what the party needs most: a rest where the server tells that somebody is hurt, else the next scene, and the same again where it was lost", () => {
  expect(neededMost(seen([]), true)).toBe("next");
  expect(neededMost(seen(["vhor"]), true)).toBe("rest");
  expect(neededMost(seen([]), false)).toBe("rest");
  expect(neededMost(seen(["vhor"], { won: false }), true)).toBe("rematch");
  expect(hurtIn(seen(["vhor"]))).toEqual(["Vhor"]);
});

test("the next scene is the first behind this one that was not played", () => {
  const master = (left: string[]): Master => ({ scenes: { a: "A", b: "B", c: "C" }, left }) as unknown as Master;
  expect(nextOf(master([]), "b")).toBe("c");
  expect(nextOf(master(["c"]), "b")).toBe("a");
  expect(nextOf(master(["a", "c"]), "b")).toBe(null);
});

test("the rest is what the game calls so, where it may be taken", () => {
  const call = (name: string, restful: boolean, refused: object | null = null) => ({ name, restful, refused }) as unknown as CallTold;
  expect(restOf([call("rest", false), call("respite", true)])?.name).toBe("respite");
  expect(restOf([call("rest", true, {}), call("spawn", false)])).toBe(undefined);
});

test("a rest of which something is to be chosen is not chosen by the page", () => {
  const call = (...args: object[]) => ({ args }) as unknown as CallTold;
  const kind = (...values: string[]) => ({ name: "kind", optional: false, values: values.map((value) => ({ value })) });
  expect(onlyArgs(call(kind("short", "long")))).toBe(null);
  expect(onlyArgs(call(kind()))).toBe(null);
  expect(onlyArgs(call(kind("short"), { name: "hours", optional: true, values: [] }))).toEqual({ kind: "short" });
});

test("the first press of a key only chooses, and what cannot be undone is asked about whoever clicks it", () => {
  const choosing = new Choosing();
  expect([choosing.key("rest"), choosing.key("rematch"), choosing.key("rematch")]).toEqual([false, false, true]);
  expect([choosing.click("rest", true), choosing.click("rematch", false), choosing.click("rematch", false)]).toEqual([true, false, true]);
  expect(choosing.key("rest")).toBe(false);
  choosing.leave("rest");
  expect(choosing.key("rest")).toBe(false);
});

test("of a few dice nothing is said of luck", () => {
  expect(rarity({ ...luck(0, 20), dice: 1, sides: 20, total: 20 })).toBe("Only 1 die has fallen: too few to speak of luck.");
  expect(rarity({ ...luck(0, 20), dice: 2 })).toBe("Only 2 dice have fallen: too few to speak of luck.");
});

test("how rare luck is is said in words", () => {
  expect(rarity(luck(6, 1))).toBe("1 fight in 6 has better dice than these.");
  expect(rarity(luck(1, 2500))).toBe("1 fight in 2,500 has worse dice than these.");
  expect(rarity(luck(1_000_000, 1))).toBe("1 fight in more than a million has better dice than these.");
  expect(rarity(luck(2, 2))).toMatch(/^Ordinary/);
  expect(rarity(luck(0, 1))).toBe("No dice could be better.");
  expect(above(6.5, luck(0, 0))).toBe(0);
});

test("whoever takes up what lies there goes where the server says, and no rule is overruled unasked", async () => {
  const doc = { you: { beings: ["ann"] }, ended: { party: { ann: {}, ben: {}, cat: {} } }, beings: { ann: { fate: "up" }, ben: { fate: "up" }, cat: { fate: "down" } } } as unknown as Document;
  expect(takersOf(doc, false)).toEqual(["ann"]);
  expect(takersOf(doc, true)).toEqual(["ann", "ben"]);
  const spoil = { name: "Gun", action: "pick_up", args: { thing: "gun" }, ways: { ann: [1, 0] } } as unknown as SpoilShown;
  const done: unknown[] = [];
  const line = { do: async (...sent: unknown[]) => void done.push(sent) } as unknown as Parameters<typeof take>[0];
  await take(line, spoil, "ann");
  await take(line, spoil, "ben", true);
  expect(done).toEqual([
    ["walk", { being: "ann", at: [1, 0] }],
    ["command", { actor: "ann", name: "pick_up", args: { thing: "gun" } }],
    ["command", { actor: "ben", name: "pick_up", args: { thing: "gun" }, force: true, waive: true }],
  ]);
});

test("it is said how it ended for the other side", () => {
  const being = (fate: string, conditions: string[] = [], ally = false) => ({ fate, ally, pools: [{}], conditions: conditions.map((name) => ({ name })) });
  const doc = (...beings: object[]) => ({ beings: { ...beings } }) as unknown as Document;
  const said = (...beings: object[]) => words.ending.foesFared(foesFared(doc(...beings)));
  expect(said(being("up", [], true), being("down"), being("out"), being("left", ["Fled"]))).toBe("Two enemies are down and one has fled.");
  expect(said(being("left", ["Prone", "Surrendered"]), being("left", ["Surrendered"]))).toBe("Both enemies have given up.");
  expect(said(being("left", ["Neutralised"]))).toBe("The enemy was talked out of it.");
  expect(said(being("up", [], true))).toBe("");
});

test("the closest call says what was left, or how low somebody fell who lives", () => {
  expect(words.ending.call(1, "HP", "Vhor", 3)).toBe("HP left for Vhor in round 3");
  expect(words.ending.call(-4, "HP", "Vhor", 0)).toBe("HP is how low Vhor fell");
});

test("the game master chooses what comes next, and where nobody leads who began the table", () => {
  const at = (gm: string) => whoChooses({ seats: { c: { name: gm, role: "gm" }, b: { name: "Ann", role: "player" }, a: { name: "Ben", role: "player" } } } as unknown as Document);
  expect(at("Mara")).toEqual({ name: "Mara", machine: false });
  expect(at("The machine")).toEqual({ name: "Ann", machine: true });
});
