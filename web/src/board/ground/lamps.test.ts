import { expect, test } from "vitest";
import type { Zones } from "../../protocol/types";
import type { Lay, Stand } from "../lay/lay";
import { lampsOf } from "./lamps";

const board = { lights: [["yard", 1], ["loft", 0]], bearers: ["ione"], joins: [["yard", "hall"], ["hall", "loft"]], links: [], shut: [] } as unknown as Zones;
const lay = { has: () => true, centre: () => ({ x: 5, y: 7 }), room: () => ({ width: 100, height: 80 }) } as unknown as Lay;
const stands = { ione: { x: 40, y: 30 } as Stand };

test("light comes from who bears it, or else from the middle of its room, and falls off the farther it reaches", () => {
  const [yard, loft] = lampsOf(board, lay, stands, { ione: "yard" });
  expect(yard!.at).toEqual({ x: 40, y: 30 });
  expect(yard!.reaches).toEqual(["yard", "hall"]);
  expect(loft!.at).toEqual({ x: 5, y: 7 });
  expect(loft!.reaches).toEqual(["loft"]);
  expect(yard!.radius).toBeGreaterThan(loft!.radius);
});
