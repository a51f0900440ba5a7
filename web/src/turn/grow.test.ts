import { expect, test } from "vitest";
import type { CreationTold, Document } from "../protocol/types";
import { againstGrowth, growers } from "./grow";

const party = { wren: { side: "party" }, sefa: { side: "party" } };
const at = (more: object): Document =>
  ({ you: { beings: ["wren"] }, beings: party, scene: { over: false, mode: "" }, turn: { round: 0 }, waiting: { for: "nobody" }, master: null, ...more }) as unknown as Document;

test("whoever plays somebody is offered to learn and buy where nobody else is about, in a rest, and when a scene is over", () => {
  expect(growers(at({}), "party")).toEqual(["wren"]);
  const foes = { beings: { ...party, cur: { side: "foes" } } };
  expect(growers(at({ ...foes, scene: { over: true, mode: "" }, turn: { round: 3 } }), "party")).toEqual(["wren"]);
  expect(growers(at({ ...foes, scene: { over: false, mode: "rest" } }), "party")).toEqual(["wren"]);
});

test("in a fight, as it begins, and to whoever plays nobody here, nothing is offered", () => {
  expect(growers(at({ turn: { round: 1 } }), "party")).toEqual([]);
  expect(growers(at({ beings: { ...party, cur: { side: "foes" } } }), "party")).toEqual([]);
  expect(growers(at({ waiting: { for: "answer" } }), "party")).toEqual([]);
  expect(growers(at({ scene: null }), "party")).toEqual([]);
  expect(growers(at({ you: { beings: ["nixie"] } }), "party")).toEqual([]);
});

test("a game master who plays nobody has the whole party", () => {
  expect(growers(at({ you: { beings: [] }, master: {} }), "party")).toEqual(["wren", "sefa"]);
});

test("where everything is refused for good, it is said why", () => {
  const refusal = (waiver: string) => ({ text: "points are spent in downtime", rule: "x", title: "X", waiver });
  const told = (...refusals: (object | null)[]) => ({ step: { options: [{ value: "", refusal: null }, ...refusals.map((one, at) => ({ value: `${at}`, refusal: one }))] } }) as unknown as CreationTold;
  expect(againstGrowth(told(refusal("no"), refusal("no")))).toBe("points are spent in downtime");
  expect(againstGrowth(told(refusal("no"), null))).toBe("");
  expect(againstGrowth(told(refusal("ask")))).toBe("");
  expect(againstGrowth(told())).toBe("");
});
