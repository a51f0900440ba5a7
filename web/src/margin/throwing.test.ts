import { expect, test } from "vitest";
import { complete, throwsOf, onDie } from "./throwing";

const die = (sides: number, more: object = {}) => ({ sides, again: [], once: false, more: [], ...more });

test("plain dice are thrown one for one", () => {
  const throws = throwsOf([die(12), die(4)], []);
  expect(throws.map(({ sides }) => sides)).toEqual([12, 4]);
  expect([complete(throws, [5]), complete(throws, [5, 4]), complete(throws, [5, 5])]).toEqual([false, true, false]);
});

test("a face that is thrown again asks for the same die at once, once or until another shows", () => {
  const practised = die(12, { again: [1] });
  expect(throwsOf([practised, die(4)], [1]).map(({ sides, why }) => [sides, why])).toEqual([[12, ""], [12, "again"], [4, ""]]);
  expect(throwsOf([practised], [1, 1, 3])).toHaveLength(3);
  expect(throwsOf([die(12, { again: [1], once: true })], [1, 1])).toHaveLength(2);
});

test("sixes bring dice that are thrown when all others lie", () => {
  const six = die(6, { more: [6] });
  expect(throwsOf([six, six], [6, 2]).map(({ why }) => why)).toEqual(["", "", "more"]);
  expect(throwsOf([six, six], [6, 6, 6, 1]).map(({ why }) => why)).toEqual(["", "", "more", "more", "more"]);
});

test("a die shows its own faces only", () => {
  expect([1, 20, 25, 0, 1.5, null].map((face) => onDie(20, face))).toEqual([true, true, false, false, false, false]);
});
