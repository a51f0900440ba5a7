import { expect, test } from "vitest";
import { lab } from "./lab";
import { numbers } from "./numbers";

test("places are spelled as far as one counts", () => {
  expect([1, 2, 3, 10, 11, 12, 21, 22, 23, 30, 111].map(numbers.nth)).toEqual(["first", "second", "third", "tenth", "11th", "12th", "21st", "22nd", "23rd", "30th", "111th"]);
});

test("a time is told roughly", () => {
  expect([1, 12, 44, 50, 89, 100, 600].map(numbers.lasting)).toEqual(["5 seconds", "15 seconds", "45 seconds", "a minute", "a minute", "2 minutes", "10 minutes"]);
});

test("who waits for the lab is told the place, and the time where it is known", () => {
  expect(lab.waiting(3, 100)).toBe("You are third in the queue; about 2 minutes.");
  expect(lab.waiting(1, 0)).toBe("You are next.");
});
