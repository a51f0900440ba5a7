import { expect, test } from "vitest";
import { paintOf } from "../painting";
import { usualValues, type Palette, type Plan, type Values } from "../plan";
import * as paints from "./paints";
import { aRoom, aWay, has, paintsOn, type Piece } from "./paints";
import { copied, freeName, freeSpots, moved, renamed, roomAt, sheetOf, stepped, withoutRoom, withRoom } from "./rooms";
import { HOUSE, ISLANDS, ROOMS } from "./someRooms";
import { between, joined, nextBetween, sides, withBetween } from "./ways";

const put = (plan: Plan, palette: Palette, piece: Piece, id: string, values: Values = usualValues(paintOf(palette, id)!)): Plan => paints.put(plan, palette, piece, paintOf(palette, id)!, values);
const turned = (plan: Plan, palette = ROOMS): Plan => withBetween(plan, palette, "hall", "yard", nextBetween(plan, palette, "hall", "yard"));

test("a room is drawn on a free spot, with a name that is free and an id that stays", () => {
  const drawn = withRoom(withRoom(HOUSE, [2, 0], "New room"), [3, 0], "New room");
  expect(drawn.rooms.slice(-2).map(({ id, name }) => [id, name])).toEqual([["new_room", "New room"], ["new_room_2", "New room 2"]]);
  expect(withRoom(HOUSE, [0, 0], "New room")).toBe(HOUSE);
  expect(renamed(drawn, "hall", "Great hall", "New room").rooms[0]).toMatchObject({ id: "hall", name: "Great hall" });
  expect(renamed(drawn, "hall", " ", "New room")).toBe(drawn);
  expect(freeName(HOUSE, "hall")).toBe("hall 2");
});

test("a new room gets its id with its first true name, wherever it is named", () => {
  const drawn = put(withBetween(withRoom(HOUSE, [2, 0], "New room"), ROOMS, "yard", "new_room", "door"), ROOMS, aRoom("new_room"), "water");
  const barred = paints.say(drawn, ROOMS, aWay("yard", "new_room"), paintOf(ROOMS, "door")!, { name: "gate", state: "barred", barred_from: "new_room" });
  const named = renamed(barred, "new_room", "  Lamp  shrine ", "New room");
  expect(roomAt(named, [2, 0])).toMatchObject({ id: "lamp_shrine", name: "Lamp shrine" });
  expect(paintsOn(named, aWay("lamp_shrine", "yard"))[0]?.values["barred_from"]).toBe("lamp_shrine");
  expect(has(named, aRoom("lamp_shrine"), "water")).toBe(true);
  expect(roomAt(renamed(named, "lamp_shrine", "Shrine", "New room"), [2, 0])?.id).toBe("lamp_shrine");
});

test("neighbours are joined; a click makes a door, then a wall, then a way again", () => {
  expect(sides(HOUSE)).toEqual([["hall", "yard"], ["hall", "cellar"]]);
  expect(between(HOUSE, "hall", "yard")).toBe("way");
  const door = turned(HOUSE);
  expect(between(door, "yard", "hall")).toBe("door");
  expect(paintsOn(door, aWay("yard", "hall"))[0]?.values).toEqual({ name: "door", state: "shut" });
  const wall = turned(door);
  expect([between(wall, "hall", "yard"), has(wall, aWay("hall", "yard"), "door")]).toEqual(["wall", false]);
  expect(turned(wall).drawn).toEqual([]);
});

test("where a game knows no doors, a click makes a wall and a way in turn, and dangers go with the way", () => {
  const thorns = put(HOUSE, ISLANDS, aWay("hall", "yard"), "hazard", { hazard: "thorns" });
  const wall = turned(thorns, ISLANDS);
  expect(wall.drawn.map(({ paint }) => paint)).toEqual(["closed"]);
  expect(turned(wall, ISLANDS).drawn).toEqual([]);
});

test("rooms that are not neighbours are joined from afar, where the game has such ways", () => {
  const linked = joined(HOUSE, ROOMS, "hall", "loft", "way");
  expect(between(linked, "hall", "loft")).toBe("link");
  const locked = joined(linked, ROOMS, "hall", "loft", "door");
  expect(paintsOn(locked, aWay("hall", "loft")).map(({ paint }) => paint)).toEqual(["link", "door"]);
  expect(between(withBetween(locked, ROOMS, "hall", "loft", "none"), "hall", "loft")).toBe("none");
  expect(joined(HOUSE, ISLANDS, "hall", "loft", "way")).toBe(HOUSE);
});

test("a room moves with what is drawn on it and its doors; its walls stay behind", () => {
  const wet = put(withBetween(withBetween(HOUSE, ROOMS, "hall", "yard", "door"), ROOMS, "hall", "cellar", "wall"), ROOMS, aRoom("hall"), "water");
  const away = moved(wet, ROOMS, "hall", [7, 7]);
  expect(roomAt(away, [7, 7])?.id).toBe("hall");
  expect(has(away, aRoom("hall"), "water")).toBe(true);
  expect(between(away, "hall", "yard")).toBe("door");
  expect(has(away, aWay("hall", "yard"), "link")).toBe(true);
  expect(between(away, "hall", "cellar")).toBe("none");
  const back = moved(away, ROOMS, "hall", [0, 0]);
  expect([between(back, "hall", "yard"), has(back, aWay("hall", "yard"), "link")]).toEqual(["door", false]);
});

test("where another room stands, the two change places", () => {
  const swapped = moved(HOUSE, ROOMS, "hall", [4, 4]);
  expect([roomAt(swapped, [4, 4])?.id, roomAt(swapped, [0, 0])?.id]).toEqual(["hall", "loft"]);
});

test("a copy has what was drawn on the room, not its ways", () => {
  const wet = put(put(withBetween(HOUSE, ROOMS, "hall", "yard", "door"), ROOMS, aRoom("hall"), "water"), ROOMS, aRoom("hall"), "pit");
  const twice = copied(wet, "hall", [9, 9]);
  expect(paintsOn(twice, aRoom("hall_2")).map(({ paint }) => paint)).toEqual(["water", "pit"]);
  expect(twice.drawn.find(({ paint }) => paint === "door")?.ways).toEqual([["hall", "yard"]]);
  expect(copied(wet, "hall", [1, 0])).toBe(wet);
});

test("with a room goes all that was drawn on it and its ways", () => {
  const wet = put(put(withBetween(HOUSE, ROOMS, "hall", "yard", "door"), ROOMS, aRoom("hall"), "water"), ROOMS, aRoom("yard"), "water");
  expect(withoutRoom(wet, "hall").drawn).toMatchObject([{ paint: "water", rooms: ["yard"], ways: [] }]);
});

test("of one layer a room has one paint; alike ones are listed together", () => {
  const wet = put(put(HOUSE, ROOMS, aRoom("hall"), "water"), ROOMS, aRoom("yard"), "water");
  expect(wet.drawn).toMatchObject([{ paint: "water", rooms: ["hall", "yard"] }]);
  const muddy = put(wet, ROOMS, aRoom("hall"), "mud");
  expect(paintsOn(muddy, aRoom("hall")).map(({ paint }) => paint)).toEqual(["mud"]);
  expect(paints.take(muddy, ROOMS, aRoom("hall"), "mud").drawn).toMatchObject([{ paint: "water", rooms: ["yard"] }]);
  const deep = paints.say(put(HOUSE, ROOMS, aRoom("hall"), "pit"), ROOMS, aRoom("hall"), paintOf(ROOMS, "pit")!, { depth: 3 });
  expect(deep.drawn).toMatchObject([{ paint: "pit", rooms: ["hall"], values: { depth: 3 } }]);
});

test("the sheet has a free spot around all rooms, and does not shrink", () => {
  const sheet = sheetOf(HOUSE);
  expect(sheet).toEqual({ x: -1, y: -1, width: 7, height: 7 });
  expect(sheetOf(withoutRoom(HOUSE, "loft"), sheet)).toBe(sheet);
  expect(sheetOf(withRoom(HOUSE, [-1, 0], "Shed"), sheet)).toEqual({ x: -2, y: -1, width: 8, height: 7 });
  const empty: Plan = { ...HOUSE, rooms: [] };
  expect(freeSpots(empty, sheetOf(empty))).toHaveLength(1);
});

test("arrows lead to rooms and to free spots beside them, and over a gap to the next room", () => {
  const sheet = sheetOf(HOUSE);
  expect(stepped(HOUSE, sheet, [0, 0], 1, 0)).toEqual([1, 0]);
  expect(stepped(HOUSE, sheet, [1, 0], 1, 0)).toEqual([2, 0]);
  expect(stepped(HOUSE, sheet, [2, 0], 0, 1)).toEqual([4, 4]);
  expect(stepped(HOUSE, sheet, [4, 5], 0, 1)).toBeNull();
});
