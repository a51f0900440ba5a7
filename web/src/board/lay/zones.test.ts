import { expect, test } from "vitest";
import type { BeingShown } from "../../protocol/types";
import { someZones } from "./someZones";
import { layZones } from "./zones";

const board = someZones(["camp", "bridge", "shrine", "ford"]);

test.each(["cloudbreaker", "navyblue"])("%s: seven in one zone stand beside and behind each other, none on another", (game) => {
  const lay = layZones(board, game, 1.75);
  const beings = Object.fromEntries(Array.from({ length: 7 }, (_, i) => [`being_${i}`, { cells: ["camp"], fate: "up", side: i < 4 ? "party" : "foes", ally: i < 4 } as unknown as BeingShown]));
  const stands = Object.values(lay.stands(beings));
  stands.forEach((one, i) => stands.slice(i + 1).forEach((other) => expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThan(58 * one.size)));
});
