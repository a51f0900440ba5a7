import { expect, test } from "vitest";
import type { Document } from "../protocol/types";
import { growers } from "./grow";

const at = (more: object): Document =>
  ({ you: { beings: ["wren"] }, beings: { wren: { side: "party" }, sefa: { side: "party" }, cur: { side: "foes" } }, scene: { over: false }, turn: { round: 0 }, master: null, ...more }) as unknown as Document;

test("whoever plays somebody is offered to learn and buy between fights, and when a scene is over", () => {
  expect(growers(at({}), "party")).toEqual(["wren"]);
  expect(growers(at({ scene: { over: true }, turn: { round: 3 } }), "party")).toEqual(["wren"]);
});

test("in a fight, and to whoever plays nobody here, nothing is offered", () => {
  expect(growers(at({ turn: { round: 1 } }), "party")).toEqual([]);
  expect(growers(at({ scene: null }), "party")).toEqual([]);
  expect(growers(at({ you: { beings: ["nixie"] } }), "party")).toEqual([]);
});

test("a game master who plays nobody has the whole party", () => {
  expect(growers(at({ you: { beings: [] }, master: {} }), "party")).toEqual(["wren", "sefa"]);
});
