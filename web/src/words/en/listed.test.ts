import { expect, test } from "vitest";
import { ending } from "./ending";
import { listed, within } from "./listed";

test("names stand in a row as people say them", () => {
  expect([[], ["Vhor"], ["Vhor", "Tahra"], ["Vhor", "Tahra", "Onuri"]].map(listed)).toEqual(["", "Vhor", "Vhor and Tahra", "Vhor, Tahra and Onuri"]);
});

test("who needs a rest is counted, whatever they are called", () => {
  expect(ending.restWords([])).toBe("Nobody is badly hurt.");
  expect(ending.restWords(["Salt and Ash"])).toBe("Salt and Ash needs it.");
  expect(ending.restWords(["Vhor", "Tahra"])).toBe("Vhor and Tahra need it.");
});

test("what begins with The stands within a sentence as people say it", () => {
  expect(["The party", "Ann, The machine", "Theda"].map(within)).toEqual(["the party", "Ann, the machine", "Theda"]);
});
