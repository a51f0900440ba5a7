import { expect, test } from "vitest";
import { shownOf } from "./shown";
import { HOUSE, ROOMS } from "./someRooms";
import { joined, withBetween } from "./ways";

test("neighbours are joined or closed, doors that are not open are shut, and far ways are links", () => {
  const plan = joined(withBetween(withBetween(HOUSE, ROOMS, "hall", "yard", "door"), ROOMS, "hall", "cellar", "wall"), ROOMS, "yard", "loft", "way");
  const { joins, closed, links, shut } = shownOf(plan, null, 5);
  expect({ joins, closed, links, shut }).toEqual({ joins: [["hall", "yard"]], closed: [["hall", "cellar"]], links: [["yard", "loft"]], shut: [["hall", "yard"]] });
});

test("what was told of rooms stays until it is told anew, but not of rooms that are gone or renamed", () => {
  const told = { ...shownOf(HOUSE, null, 5), hazards: [{ words: "water", look: "silt", zones: ["hall"] }, { words: "door (shut)", look: "", zones: ["hall", "yard"] }] };
  const named = { ...told, zones: { ...told.zones, hall: { ...told.zones["hall"]!, furniture: "bed" } } };
  expect(shownOf(HOUSE, named, 5).hazards.map(({ words }) => words)).toEqual(["water"]);
  expect(shownOf(withBetween(HOUSE, ROOMS, "hall", "yard", "door"), named, 5).hazards.map(({ words }) => words)).toEqual(["water", "door"]);
  expect(shownOf(HOUSE, named, 5).zones["hall"]?.furniture).toBe("bed");
  const renamed = { ...HOUSE, rooms: HOUSE.rooms.map((room) => ({ ...room, name: `Old ${room.name}` })) };
  expect(shownOf(renamed, named, 5).zones["hall"]?.furniture).toBe("");
});
