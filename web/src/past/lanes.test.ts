import { expect, test } from "vitest";
import type { MomentsTold } from "../protocol/types";
import { words } from "../words";
import { area, branch, edge, lanesOf, lastFight, roundFrom, roundsOf, signsOf } from "./lanes";

const moment = (number: number, round: number, pools: Record<string, { share: number; left: string }>, gone: string[] = []) => ({ moment: number, at: number, words: `deed ${number}`, round, of: "", pools, gone, counts: true, shown: true });
const told: Pick<MomentsTold, "moments" | "beings"> = {
  beings: { sefa: { name: "Sefa", ally: true }, cur: { name: "Cur 1", ally: false }, other: { name: "Cur 2", ally: false } },
  moments: [
    moment(0, 0, { sefa: { share: 100, left: "10" }, cur: { share: 100, left: "" } }),
    moment(1, 1, { other: { share: 50, left: "" } }),
    moment(2, 1, { sefa: { share: 70, left: "7" }, cur: { share: 0, left: "" } }),
    moment(3, 2, {}, ["other"]),
  ],
};

test("each of one's own has a lane, and the others one together", () => {
  const lanes = lanesOf(told, "the others", (count) => `${count} left`);
  expect(lanes.map((lane) => lane.name)).toEqual(["Sefa", "the others"]);
  expect(lanes[0]!.points.map((point) => point?.left)).toEqual(["10", "10", "7", "7"]);
  expect(lanes[1]!.points.map((point) => [point?.share, point?.left])).toEqual([[100, "1 left"], [75, "2 left"], [25, "1 left"], [0, "0 left"]]);
});

test("where nobody else was known there is no lane for them", () => {
  expect(lanesOf({ ...told, beings: { sefa: told.beings.sefa! } }, "the others", String)).toHaveLength(1);
});

test("one goes from round to round, and to both ends", () => {
  const rounds = roundsOf(told);
  expect(rounds).toEqual([{ at: 1, round: 1 }, { at: 3, round: 2 }]);
  expect(roundFrom(rounds, 0, 1, 3)).toBe(1);
  expect(roundFrom(rounds, 3, 1, 3)).toBe(3);
  expect(roundFrom(rounds, 3, -1, 3)).toBe(1);
  expect(roundFrom(rounds, 1, -1, 3)).toBe(0);
});

test("a lane steps where it changes", () => {
  const points = [{ share: 100, left: "" }, { share: 50, left: "" }, null];
  expect(edge(points, 20, 10)).toBe("M0 0H10V5H20V10");
  expect(area(points, 20, 10)).toBe("M0 0H10V5H20V10V10H0Z");
});

test("the last fight begins with its first round, and what was taken back begins none", () => {
  const rounds = (...all: number[]) => all.map((round, at) => moment(at, round, {}));
  expect(lastFight(rounds(0, 1, 1, 2, 0, 0, 1, 2, 2))).toBe(6);
  expect(lastFight(rounds(0, 0))).toBe(0);
  const undone = rounds(0, 1, 2, 0, 1, 0).map((one, at) => ({ ...one, counts: at !== 4 }));
  expect(lastFight(undone)).toBe(1);
});

test("signs say who goes down, who is gone and who came close, but for what was taken back", () => {
  expect(signsOf(told)).toEqual([
    { at: 2, kind: "down", name: "Cur 1", left: "" },
    { at: 3, kind: "gone", name: "Cur 2", left: "" },
  ]);
  const close = { ...told, moments: [told.moments[0]!, moment(1, 1, { sefa: { share: 20, left: "2" } }), { ...moment(2, 1, { sefa: { share: 0, left: "0" } }), counts: false }] };
  expect(signsOf(close)).toEqual([{ at: 1, kind: "close", name: "Sefa", left: "2" }]);
});

test("the path not taken stays within its width", () => {
  for (const from of [0, 200, 392]) {
    const found = branch(from, 400, 100);
    expect(found.x).toBeLessThanOrEqual(400);
    expect(found.x).toBeGreaterThanOrEqual(from);
    expect(found.path.startsWith(`M${from} 100`)).toBe(true);
  }
});

test("what is left then and at last says its unit once", () => {
  expect(words.past.from("6 standing", "3 standing")).toBe("6 → 3 standing");
  expect(words.past.from("27/30", "12/30")).toBe("27/30 → 12/30");
  expect(words.past.from("6 standing", "6 standing")).toBe("6 standing");
  expect(words.past.from("", "3 standing")).toBe(" → 3 standing");
});
