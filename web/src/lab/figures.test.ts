import { expect, test } from "vitest";
import { percent, points, ticks } from "./figures";

test("a rate is never rounded to nothing", () => {
  expect(percent(0.714, 1)).toBe("71.4%");
  expect(percent(0.001)).toBe("<1%");
  expect(percent(0)).toBe("0%");
});

test("differences have their sign", () => {
  expect(points(0.035)).toBe("+3.5");
  expect(points(-0.046)).toBe("−4.6");
});

test("marks of a scale are round and hold both ends", () => {
  expect(ticks(0.667, 0.749)).toEqual([0.64, 0.66, 0.68, 0.7, 0.72, 0.74, 0.76]);
  expect(ticks(0, 1)[0]).toBe(0);
  expect(ticks(0.98, 1).at(-1)).toBe(1);
});
