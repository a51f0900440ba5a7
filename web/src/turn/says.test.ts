import { expect, test } from "vitest";
import { called, wholly } from "./says";

test("a rule is told in whole sentences, as many as are short", () => {
  expect(wholly("Strike who leaves. Once a round.")).toBe("Strike who leaves. Once a round.");
  expect(wholly(`Strike who leaves. ${"And on ".repeat(30)}.`)).toBe("Strike who leaves.");
});

test("a rule that begins with a long sentence is told by its name alone", () => {
  expect(wholly(`${"And on ".repeat(30)}. Short.`)).toBe("");
});

test("nothing is called what the game calls it, and else nobody", () => {
  expect(called({ value: null, words: "from where one stands" })).toBe("from where one stands");
  expect(called({ value: null, words: "None" })).toBe("nobody");
  expect(called({ value: "foe", words: "Alley Tough" })).toBe("Alley Tough");
});
