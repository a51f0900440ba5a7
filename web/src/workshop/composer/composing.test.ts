import { expect, test } from "vitest";
import { edited, type Edit } from "../editor/edits";
import type { Server } from "../editor/editing.svelte";
import type { Table } from "../editor/schema";
import { Composing } from "./composing.svelte";
import type { Fights } from "./gauge.svelte";
import { beingsOf } from "./scene";
import type { BeingTold, RosterLine, SceneTold, WayThere } from "./told";

const QUIET: Fights = { gauge: () => new Promise(() => undefined), ways: () => new Promise(() => undefined) };
const SCENE = { title: "A toll", board: "causeway", beings: { onuri: { at: [0, 0] }, crab: { from: "silt_crab", at: [2, 0] } } };
const CELLS: [number, number][] = [[0, 0], [1, 0], [2, 0], [3, 0], [4, 0]];

/** Texts are JSON here. Whoever stands outside of the board is not shown. */
class Plain implements Server<SceneTold> {
  async judge({ text, edits = [] }: { text: string; edits?: Edit[] }): Promise<SceneTold> {
    const scene = edited(JSON.parse(text) as Table, edits);
    const cells = scene["board"] === "ledge" ? CELLS.slice(0, 2) : CELLS;
    const beings = Object.entries(beingsOf(scene)).map(([id, one]) => {
      const at = one["at"] as unknown as [number, number];
      const from = String(one["from"] ?? id);
      const isThere = cells.some(([x, y]) => x === at[0] && y === at[1]);
      return { id, from, name: id, side: id === "onuri" ? "party" : "foes", shown: isThere ? { at, cells: [at], ally: id === "onuri", name: id } : null } as unknown as BeingTold;
    });
    return { text: JSON.stringify(scene), entry: scene, faults: [], differs: [], shown: { kind: "hexes", cells, walls: [] }, beings, sides: [], starts: scene["board"] === "narrows" ? { party: [[3, 0]], foes: [[0, 0]] } : { party: [[0, 0]] }, fields: [], modes: [], options: [], begins: [{ condition: "Hidden", title: "hidden", hides: true, quick: true }] } as unknown as SceneTold;
  }

  async save(_: string, revision: number): Promise<number> {
    return revision + 1;
  }

  isLate(): boolean {
    return false;
  }
}

async function begun(): Promise<Composing> {
  const composing = new Composing(new Plain(), QUIET, 1, { rest: 1e6, typing: 0 });
  await composing.editing.begin(JSON.stringify(SCENE));
  return composing;
}

const places = (composing: Composing) => Object.fromEntries(composing.here.map((one) => [one.id, one.shown.at]));

test("whoever is taken up is put at the place that is chosen next, and is chosen then", async () => {
  const composing = await begun();
  composing.placing = { put: { from: "silt_crab", name: "Silt Crab" } as RosterLine };
  composing.pick([3, 0], null);
  await composing.editing.settled();
  expect(places(composing)).toEqual({ onuri: [0, 0], crab: [2, 0], silt_crab: [3, 0] });
  expect([composing.chosen, composing.placing]).toEqual(["silt_crab", null]);
  expect(composing.counts).toEqual({ onuri: 1, silt_crab: 2 });
});

test("who is moved stands there at once, and who is taken off is gone at once; undone, all is as it was", async () => {
  const composing = await begun();
  composing.move("crab", [4, 0]);
  expect(places(composing)["crab"]).toEqual([4, 0]);
  composing.takeOff("crab");
  expect(Object.keys(places(composing))).toEqual(["onuri"]);
  await composing.editing.settled();
  composing.editing.undo();
  composing.editing.undo();
  await composing.editing.settled();
  expect(composing.editing.text).toBe(JSON.stringify(SCENE));
});

test("more of the same stand beside them in one stroke, and fewer go from the last", async () => {
  const composing = await begun();
  composing.howMany("crab", 3);
  await composing.editing.settled();
  expect(places(composing)).toEqual({ onuri: [0, 0], crab: [2, 0], silt_crab: [1, 0], silt_crab_2: [3, 0] });
  expect(composing.editing.past).toHaveLength(1);
  composing.howMany("crab", 1);
  await composing.editing.settled();
  expect(Object.keys(places(composing))).toEqual(["onuri", "crab"]);
});

test("on another board whoever has no place there is given one, in the same stroke", async () => {
  const composing = await begun();
  await composing.onBoard("ledge");
  expect(places(composing)).toEqual({ onuri: [0, 0], crab: [1, 0] });
  expect(composing.editing.past).toHaveLength(1);
});

test("on a board with start areas each side goes to its own, and who finds no room there stands beside it", async () => {
  const composing = await begun();
  composing.put("mate", [4, 0]);
  await composing.editing.settled();
  await composing.onBoard("narrows");
  expect(places(composing)).toEqual({ onuri: [3, 0], crab: [0, 0], mate: [1, 0] });
  expect(composing.editing.past).toHaveLength(2);
});

test("a start area is painted with one stroke of the hand, which takes away where it begins on what is painted", async () => {
  const composing = await begun();
  composing.tool = "starts";
  composing.paint([1, 0], "begin");
  composing.paint([2, 0], "on");
  composing.paint(null, "on");
  expect(composing.starts("party")).toEqual([[0, 0], [1, 0], [2, 0]]);
  composing.paint([2, 0], "end");
  await composing.editing.settled();
  expect(composing.starts("party")).toEqual([[0, 0], [1, 0], [2, 0]]);
  composing.paint([0, 0], "begin");
  composing.paint([1, 0], "on");
  composing.paint([1, 0], "end");
  await composing.editing.settled();
  expect([composing.starts("party"), composing.editing.past.length]).toEqual([[[2, 0]], 2]);
  composing.paint([3, 0], "begin");
  composing.paint([3, 0], "lost");
  expect(composing.starts("party")).toEqual([[2, 0]]);
});

test("a start area is painted place by place; a field of many places has each that is chosen", async () => {
  const composing = await begun();
  composing.tool = "starts";
  composing.pick([1, 0], null);
  await composing.editing.settled();
  expect(composing.scene["board"]).not.toBe("ledge");
  composing.placing = { field: ["areas", 0, "cells"], many: true };
  composing.pick([1, 0], null);
  composing.pick([2, 0], "crab");
  composing.pick([1, 0], null);
  expect(composing.placesAt(["areas", 0, "cells"])).toEqual([[2, 0]]);
  expect(composing.letGo()).toBe(true);
});

test("hidden is the condition of which the players know nothing; a suggestion is one stroke", async () => {
  const composing = await begun();
  composing.hide("crab");
  await composing.editing.settled();
  expect(composing.conditions("crab")).toEqual(["Hidden"]);
  composing.follow({ words: "Two more", edits: [{ path: ["beings", "crab_2"], value: { from: "silt_crab", at: [3, 0] } }, { path: ["beings", "crab_3"], value: { from: "silt_crab", at: [4, 0] } }] } as unknown as WayThere);
  await composing.editing.settled();
  expect([composing.here.length, composing.editing.past.length]).toEqual([4, 2]);
});
