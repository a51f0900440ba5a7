import { expect, test } from "vitest";
import type { Board } from "../../board/aimed";
import { added, copied, counts, freeNear, idFor, nameOf, placeOf, painted, startsOf, startsSet, takenOff, titleOf, toggled, wordsAt } from "./scene";
import { along, namesOf, unused } from "./gauged";
import type { SceneBeing } from "./told";

const SCENE = { title: "A toll", turn: "bear", beings: { tahra: { at: [0, 0] }, bear: { from: "ash_bear", name: "Old Ash", at: [2, 0], conditions: ["Hidden"] } } };
const HEXES = { kind: "hexes", cells: [[0, 0], [1, 0], [2, 0], [3, 0]], walls: [[1, 0]] } as unknown as Board;
const ZONES = { kind: "zones", zones: { hall: {}, yard: {} } } as unknown as Board;
const being = (id: string, from: string, cells: [number, number][]) => ({ id, from, shown: { at: cells[0], cells } }) as unknown as SceneBeing;

test("who comes in has the name of their entry, the next ones a number", () => {
  expect(idFor("ash_bear", ["tahra"])).toBe("ash_bear");
  expect(idFor("ash_bear", ["ash_bear", "ash_bear_2"])).toBe("ash_bear_3");
  expect(added(SCENE, "spider", [3, 0])).toEqual({ id: "spider", edits: [{ path: ["beings", "spider"], value: { at: [3, 0] } }] });
  expect(added({ beings: { spider: {} } }, "spider", "hall").edits).toEqual([{ path: ["beings", "spider_2"], value: { from: "spider", at: "hall" } }]);
});

test("a copy is as they are, without the name that is theirs", () => {
  expect(copied(SCENE, "bear", [3, 0])).toEqual({ id: "ash_bear", edits: [{ path: ["beings", "ash_bear"], value: { at: [3, 0], conditions: ["Hidden"] } }] });
});

test("whoever is taken off has no turn any more", () => {
  expect(takenOff(SCENE, "bear").map(({ path }) => path)).toEqual([["turn"], ["beings", "bear"]]);
  expect(takenOff(SCENE, "tahra").map(({ path }) => path)).toEqual([["beings", "tahra"]]);
});

test("a condition comes and goes by its name, also one that is written as a table", () => {
  expect(toggled("tahra", {}, { name: "Unconscious", note: "asleep" })).toEqual([{ path: ["beings", "tahra", "conditions"], value: [{ name: "Unconscious", note: "asleep" }] }]);
  expect(toggled("bear", SCENE.beings.bear, "Prone")).toEqual([{ path: ["beings", "bear", "conditions", 1], value: "Prone" }]);
  expect(toggled("bear", { conditions: [{ name: "Hidden" }, "Prone"] }, "Hidden")).toEqual([{ path: ["beings", "bear", "conditions", 0] }]);
  expect(toggled("bear", SCENE.beings.bear, "Hidden")).toEqual([{ path: ["beings", "bear", "conditions"] }]);
});

test("a free place is near, is no wall and nobody stands there; a zone has room for all", () => {
  const there = [being("tahra", "tahra", [[0, 0]]), being("bear", "ash_bear", [[2, 0]])];
  expect(freeNear(HEXES, there, [0, 0])).toEqual([3, 0]);
  expect(freeNear(HEXES, [...there, being("other", "x", [[3, 0]])], [0, 0])).toBeNull();
  expect(freeNear(ZONES, there, "yard")).toBe("yard");
  expect(counts([...there, being("bear_2", "ash_bear", [[3, 0]])])).toEqual({ tahra: 1, ash_bear: 2 });
});

test("places are found by their keys, and only those of the board", () => {
  expect(placeOf(HEXES, "2,0")).toEqual([2, 0]);
  expect(placeOf(HEXES, "9,9")).toBeNull();
  expect(placeOf(ZONES, "yard")).toBe("yard");
});

test("a start area is that of the named board until it is painted", () => {
  const told = { party: [[0, 0]] as [number, number][] };
  expect(startsOf({ board: "causeway" }, told, "party")).toEqual([[0, 0]]);
  expect(startsOf({ board: { starts: { party: [[1, 0]] } } }, told, "party")).toEqual([[1, 0]]);
  expect(startsOf({ board: { q: [0, 3] } }, told, "party")).toEqual([]);
  expect(startsSet("party", painted([[0, 0]], [[1, 0]], true))).toEqual([{ path: ["board", "starts", "party"], value: [[0, 0], [1, 0]] }]);
  expect(startsSet("party", painted([[0, 0]], [[0, 0], [2, 0]], false))).toEqual([{ path: ["board", "starts", "party"] }]);
});

test("the name of the file is made of the title", () => {
  expect(nameOf("Toll on Ada’s Causeway!", [])).toBe("toll_on_adas_causeway");
  expect(nameOf("Toll", ["toll"])).toBe("toll_2");
  expect(nameOf("…", [])).toBe("scene");
});

test("the words of an area stand below it, and above it at the foot of the board, where the legend is", () => {
  const room = (place: unknown) => ({ x: 0, y: 40 * (place as [number, number])[1], width: 40, height: 40 });
  const lay = { room, box: { x: -13, y: -13, width: 66, height: 146 } };
  expect(wordsAt(lay, [[0, 0]])).toEqual({ x: 20, y: 54 });
  expect(wordsAt(lay, [[0, 1], [0, 2]])).toEqual({ x: 20, y: 34 });
  expect(wordsAt(lay, [[0, 0]], "The party starts here", [{ x: 20, y: 100 }])).toEqual({ x: 20, y: -6 });
  expect(wordsAt(lay, [[0, 0]], "The party starts here", [{ x: 20, y: 20 }])).toBe(null);
});

test("two scenes saved from one table have titles of their own", () => {
  expect(titleOf("Toll", [])).toBe("Toll");
  expect(titleOf("Toll", ["Toll", "Toll 2"])).toBe("Toll 3");
});

test("each grade has a quarter of the scale, and a fight stands in that of its own", () => {
  expect([along(1, "easy"), along(0.9, "fair"), along(0, "deadly")]).toEqual([0, 0.25, 1]);
  expect(along(0.97, "fair")).toBe(0.25); // won often, but not easy
  expect(along(0.525, "hard")).toBeCloseTo(0.625);
});

test("who stands in for a party goes by a short name as well", () => {
  const shown = { cur: { name: "Tunnel Cur", number: "", ally: false } } as unknown as Parameters<typeof namesOf>[0];
  expect(namesOf(shown, [{ id: "sefa", name: "Sefa Quickwater" }])).toEqual({ cur: "Cur", sefa: "Sefa" });
});

test("what was never used is said once, with those who had it", () => {
  expect(unused([{ who: "Pip", what: "Unarmed" }, { who: "Tal", what: "Silt Veil" }, { who: "Tal", what: "Unarmed" }])).toEqual(["Unarmed (Pip, Tal)", "Silt Veil (Tal)"]);
});
