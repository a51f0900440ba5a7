import { expect, test } from "vitest";
import type { MovedTo } from "../../protocol/types";
import type { Lay, Stand } from "../lay/lay";
import { pushesOf } from "./pushes";

const lay = {
  has: (at: [number, number]) => at[0] < 9,
  centre: ([q, r]: [number, number]) => ({ x: q * 60, y: r * 60 }),
  shape: () => "M0 0Z",
} as unknown as Lay;
const stands = { cur: { x: 120, y: 60 } as Stand };
const moved = (being: string, to: [number, number], value: number) => ({ being, to, value }) as unknown as MovedTo;

test("the arrow leads to where somebody is pushed farthest, and each place has its chance", () => {
  const [push, ...others] = pushesOf([moved("cur", [3, 1], 0.4), moved("cur", [5, 1], 0.3), moved("cur", [2, 1], 0.3)], stands, lay);
  expect(others).toEqual([]);
  expect(push!.from).toEqual({ x: 120, y: 60 });
  expect(push!.to).toEqual({ x: 300, y: 60 });
  expect(push!.ends.map(({ value }) => value)).toEqual([0.4, 0.3, 0.3]);
});

test("what hardly ever happens, lies off the board or is done to somebody unseen is not drawn", () => {
  expect(pushesOf([moved("cur", [3, 1], 0.001), moved("cur", [9, 1], 0.9), moved("unseen", [3, 1], 0.9)], stands, lay)).toEqual([]);
});
