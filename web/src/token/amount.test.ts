import { expect, test } from "vitest";
import { resultOf, stepped } from "./amount";

const held = { now: 18, most: 26, below: false };

test("a number with a sign changes what there is, one without sets it", () => {
  expect(resultOf("-6", held)).toBe(12);
  expect(resultOf("−6", held)).toBe(12);
  expect(resultOf(" + 4", held)).toBe(22);
  expect(resultOf("12", held)).toBe(12);
  expect(resultOf("0", held)).toBe(0);
});

test("nothing is added above the most, and nothing taken below 0 where a game does not go there", () => {
  expect(resultOf("+40", held)).toBe(26);
  expect(resultOf("+1", { ...held, now: 30 })).toBe(30);
  expect(resultOf("40", held)).toBe(40);
  expect(resultOf("-40", held)).toBe(0);
  expect(resultOf("-40", { ...held, below: true })).toBe(-22);
});

test("what is no number comes to nothing", () => {
  for (const typed of ["", "-", "+", "six", "1-2", "1.5", "12345678"]) expect(resultOf(typed, held)).toBeNull();
});

test("points go up and down from what was typed", () => {
  expect(stepped("", -1, held)).toBe("−1");
  expect(stepped("−1", -5, held)).toBe("−6");
  expect(stepped("−1", 1, held)).toBe("");
  expect(stepped("12", 1, held)).toBe("−5");
  expect(stepped("nonsense", 5, held)).toBe("+5");
});
