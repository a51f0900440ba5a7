import { expect, test } from "vitest";
import { Drawing } from "../drawing.svelte";
import { aRoom, aWay, has, paintsOn } from "./paints";
import { roomAt } from "./rooms";
import { HOUSE, ISLANDS, ROOMS } from "./someRooms";
import { between } from "./ways";
import { Zoning } from "./zoning.svelte";

function hand(palette = ROOMS, game = "navyblue", plan = HOUSE): Zoning {
  return new Zoning(new Drawing(palette, plan), game);
}
const pressed = (key: string, held: Partial<Record<"shiftKey" | "ctrlKey", boolean>> = {}) => ({ key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...held });
const room = (zoning: Zoning, id: string) => zoning.targetAt(zoning.plan.rooms.find((one) => one.id === id)!.at);

test("a tap on a free spot draws a room and chooses it; undo takes it back", () => {
  const zoning = hand();
  zoning.tap(zoning.targetAt([2, 0]));
  expect(roomAt(zoning.plan, [2, 0])?.name).toBe("New room");
  expect(zoning.open).toEqual(aRoom("new_room"));
  zoning.drawing.undo();
  expect([roomAt(zoning.plan, [2, 0]), zoning.open]).toEqual([undefined, null]);
});

test("a drag over free spots draws a row of rooms as one stroke", () => {
  const zoning = hand();
  const over = [[2, 0], [3, 0], [4, 0]] as const;
  const from = zoning.targetAt([2, 0]);
  zoning.drag(from, over);
  expect(zoning.drawing.live?.words).toBe("3 rooms");
  expect([zoning.plan.rooms.length, zoning.drawing.plan.rooms.length]).toEqual([7, 4]);
  zoning.drop(from, over);
  expect(zoning.drawing.plan.rooms.slice(-3).map(({ name }) => name)).toEqual(["New room", "New room 2", "New room 3"]);
  expect([zoning.drawing.strokes.length, zoning.drawing.live]).toEqual([1, null]);
});

test("a drag that is given up changes nothing", () => {
  const zoning = hand();
  zoning.drag(room(zoning, "hall"), [[0, 0], [9, 9]]);
  zoning.drop(room(zoning, "hall"), []);
  expect([zoning.plan, zoning.drawing.strokes.length]).toEqual([HOUSE, 0]);
});

test("a room is moved by dragging it, copied with the tool for it", () => {
  const zoning = hand();
  zoning.drop(room(zoning, "hall"), [[0, 0], [2, 2]]);
  expect(roomAt(zoning.plan, [2, 2])?.id).toBe("hall");
  zoning.take("copy");
  zoning.drop(room(zoning, "hall"), [[2, 2], [3, 2]]);
  expect(roomAt(zoning.plan, [3, 2])?.name).toBe("Hall 2");
});

test("the side of two rooms is turned by clicks, but a door is seen before it is turned", () => {
  const zoning = hand();
  zoning.tap({ way: ["hall", "yard"] });
  expect(between(zoning.plan, "hall", "yard")).toBe("door");
  zoning.choose(null);
  zoning.tap({ way: ["yard", "hall"] });
  expect([between(zoning.plan, "hall", "yard"), zoning.open]).toEqual(["door", aWay("yard", "hall")]);
  zoning.tap({ way: ["hall", "yard"] });
  expect(between(zoning.plan, "hall", "yard")).toBe("wall");
});

test("the right button leaves a way of a door, and takes a room with a room tool", () => {
  const zoning = hand();
  zoning.tap({ way: ["hall", "yard"] });
  zoning.away({ way: ["hall", "yard"] });
  expect(between(zoning.plan, "hall", "yard")).toBe("way");
  zoning.away(room(zoning, "loft"));
  expect(zoning.plan.rooms.map(({ id }) => id)).not.toContain("loft");
});

test("the last room of a board stays", () => {
  const zoning = hand(ROOMS, "navyblue", { ...HOUSE, rooms: HOUSE.rooms.slice(0, 1) });
  zoning.away(room(zoning, "hall"));
  expect([zoning.plan.rooms.length, zoning.refused]).toEqual([1, "A board has at least one room."]);
});

test("a way from afar is drawn from room to room, by two taps or by a drag", () => {
  const zoning = hand();
  zoning.take("way");
  zoning.tap(room(zoning, "hall"));
  zoning.tap(room(zoning, "loft"));
  zoning.drop(room(zoning, "yard"), [[1, 0], [4, 4]]);
  expect([between(zoning.plan, "hall", "loft"), between(zoning.plan, "yard", "loft")]).toEqual(["link", "link"]);
  const islands = hand(ISLANDS, "cloudbreaker");
  islands.take("way");
  islands.drop(room(islands, "hall"), [[0, 0], [4, 4]]);
  expect([islands.drawing.strokes.length, islands.refused]).toEqual([0, expect.stringContaining("side by side")]);
});

test("a paint is put on a room, taken off by a second tap, and drawn over many", () => {
  const zoning = hand();
  zoning.takePaint("water");
  zoning.tap(room(zoning, "hall"));
  expect(has(zoning.plan, aRoom("hall"), "water")).toBe(true);
  zoning.tap(room(zoning, "hall"));
  expect(has(zoning.plan, aRoom("hall"), "water")).toBe(false);
  zoning.drop(room(zoning, "hall"), [[0, 0], [1, 0], [2, 0]]);
  expect(zoning.plan.drawn.find(({ paint }) => paint === "water")?.rooms).toEqual(["hall", "yard"]);
});

test("what a door says is one stroke, however often it is changed", () => {
  const zoning = hand();
  zoning.tap({ way: ["hall", "yard"] });
  const door = ROOMS.paints.find(({ id }) => id === "door")!;
  zoning.fill(aWay("hall", "yard"), door, { name: "oil door", state: "shut" });
  zoning.fill(aWay("hall", "yard"), door, { name: "oil door", state: "locked" });
  expect(paintsOn(zoning.plan, aWay("yard", "hall"))[0]?.values).toEqual({ name: "oil door", state: "locked" });
  expect(zoning.drawing.strokes).toHaveLength(2);
});

test("everything by keys: arrows, Enter, Shift and arrows, Ctrl and arrows, Backspace", () => {
  const zoning = hand();
  zoning.key(pressed("ArrowRight"));
  expect(zoning.here).toEqual([1, 0]);
  zoning.key(pressed("ArrowRight"));
  zoning.key(pressed("Enter"));
  expect(roomAt(zoning.plan, [2, 0])?.name).toBe("New room");
  zoning.key(pressed("ArrowLeft", { shiftKey: true }));
  expect(between(zoning.plan, "yard", "new_room")).toBe("door");
  zoning.key(pressed("ArrowDown", { ctrlKey: true }));
  expect([roomAt(zoning.plan, [2, 1])?.id, zoning.here]).toEqual(["new_room", [2, 1]]);
  zoning.key(pressed("Backspace"));
  expect(roomAt(zoning.plan, [2, 1])).toBeUndefined();
  expect(zoning.key(pressed("x"))).toBe(false);
});

test("of an empty board one spot is offered", () => {
  const zoning = hand(ROOMS, "navyblue", { ...HOUSE, rooms: [] });
  zoning.key(pressed("Enter"));
  expect(zoning.plan.rooms).toHaveLength(1);
});
