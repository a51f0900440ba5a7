import { expect, test, vi } from "vitest";
import { picked } from "../margin/asked.svelte";
import type { Asked, LayTold, TrayShown } from "../protocol/types";
import { layAt, mayLie, nextBox, togetherWith } from "./carry";
import { ASIDE, Laying } from "./laying.svelte";

const slot = (name: string, state = name ? "held" : "free") => ({ name, state, words: "", size: 1, number: null, look: "" });
const tray = (kind: string, ...slots: ReturnType<typeof slot>[]): TrayShown => ({ kind, title: kind, note: "", slots });
const command = { actor: "marlow", name: "stow", args: {} };
const lay = (at: number, slots: number[], reason = ""): LayTold => ({ tray: at, slots, command, label: "Stow", price: [], refused: reason ? { reason, rule: "nb.carry.limit" } : null });

test("a thing may lie where a command takes it, and a larger one fills the places after the one pointed at", () => {
  const lays = [lay(1, [0, 1]), lay(1, [1, 2]), lay(1, [3], "slot 4 is filled"), lay(2, [])];
  expect(layAt(lays, { tray: 1, slot: 1 })?.slots).toEqual([1, 2]);
  expect(mayLie(lays, { tray: 1, slot: 3 })).toBe(false);
  expect(mayLie(lays, { tray: 2, slot: 5 })).toBe(true); // wherever in the pack
  expect(layAt(lays, { tray: 0, slot: 0 })).toBeUndefined();
});

test("worn armour is one thing over all of its slots", () => {
  const worn = tray("slots", slot("Hauberk", "worn"), slot("Hauberk", "worn"), slot("Cap", "worn"), slot("Draught"), slot("Draught"));
  expect(togetherWith(worn, 1)).toEqual([0, 1]);
  expect(togetherWith(worn, 3)).toEqual([3]);
});

test("arrow keys go to the nearest place that way", () => {
  const box = (left: number, top: number) => ({ left, top, width: 10, height: 10 });
  const boxes = [box(0, 0), box(20, 0), box(40, 0), box(0, 20), box(20, 20)];
  expect(["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"].map((key) => nextBox(boxes, 0, key))).toEqual([1, 3, -1, -1]);
  expect(nextBox(boxes, 2, "ArrowDown")).toBe(4);
});

const TRAYS = [tray("hands", slot("Axe"), slot("")), tray("slots", slot("Knives"), slot(""), slot("", "hurt"), slot(""))];

function laying(lays: LayTold[], question: Asked | null = null) {
  const doing = vi.fn(() => Promise.resolve(null));
  const made = new Laying({ look: vi.fn(() => Promise.resolve(lays)) as never, do: doing as never });
  made.show("marlow", TRAYS, question);
  return { made, doing };
}

test("a thing is lifted, laid where it may lie by the command of the game, and put back where it may not", async () => {
  const { made, doing } = laying([lay(1, [1]), lay(1, [2], "slot 3 is marked off by an Injury")]);
  expect(made.liftable({ tray: 1, slot: 2 })).toBe(false); // a wound is no thing to drag
  made.lift({ tray: 0, slot: 0 });
  await Promise.resolve();
  expect([made.may({ tray: 1, slot: 1 }), made.may({ tray: 1, slot: 2 })]).toEqual([true, false]);
  expect(await made.layDown({ tray: 1, slot: 2 })).toBe(false);
  expect(made.why?.reason).toBe("slot 3 is marked off by an Injury");
  expect(doing).not.toHaveBeenCalled();
  made.lift({ tray: 0, slot: 0 });
  await Promise.resolve();
  expect(await made.layDown({ tray: 1, slot: 1 })).toBe(true);
  expect(doing).toHaveBeenCalledWith("command", command);
  expect(made.lifted).toBeNull();
});

const asked = { key: "q", rule: "nb.injury.choice", who: "marlow", tray: "slots", domain: { kind: "several", least: 1, most: 1, among: [1, 2, 4].map((value) => ({ value, words: `slot ${value}` })) } } as unknown as Asked;

test("a wound is dragged only while it is asked where it goes, and all else waits", async () => {
  const { made, doing } = laying([], asked);
  Object.assign(picked, { key: "q", values: [2] });
  expect([made.liftable({ tray: 0, slot: 0 }), made.liftable({ tray: 1, slot: 1 }), made.aside]).toEqual([false, true, 0]);
  made.lift({ tray: 1, slot: 1 });
  expect([0, 1, 2, 3].map((slot) => made.may({ tray: 1, slot }))).toEqual([true, false, false, true]);
  await made.layDown({ tray: 1, slot: 3 });
  expect(picked.values).toEqual([4]);
  made.lift({ tray: 1, slot: 3 });
  await made.layDown(ASIDE);
  expect([picked.values, made.aside]).toEqual([[], 1]);
  made.toggle(0);
  made.toggle(1);
  expect(picked.values).toEqual([2]); // the one wound moves
  await made.answer();
  expect(doing).toHaveBeenCalledWith("answer", { key: "q", value: [2] });
});
