import { expect, test } from "vitest";
import type { BeingShown, Zones } from "../protocol/types";
import { layZones } from "./zones";

const board = {
  kind: "zones",
  metres: 10,
  zones: Object.fromEntries(["camp", "bridge", "shrine", "ford"].map((id, i) => [id, { name: id, at: [i, 0], cover: false, seen: true }])),
  joins: [],
  links: [],
  closed: [],
  shut: [],
  lights: [],
  hazards: [],
  marks: {},
} as unknown as Zones;

test.each(["cloudbreaker", "navyblue"])("%s: seven in one zone stand beside and behind each other, none on another", (game) => {
  const lay = layZones(board, game, 1.75);
  const beings = Object.fromEntries(Array.from({ length: 7 }, (_, i) => [`being_${i}`, { cells: ["camp"], fate: "up", side: i < 4 ? "party" : "foes", ally: i < 4 } as unknown as BeingShown]));
  const stands = Object.values(lay.stands(beings));
  stands.forEach((one, i) => stands.slice(i + 1).forEach((other) => expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThan(58 * one.size)));
});
