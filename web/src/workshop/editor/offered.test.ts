import { expect, test } from "vitest";
import { answerOf } from "./offered";

test("an entry that can be chosen says what it gives and costs, and where it says nothing, what it is among", () => {
  const line = { kind: "aspect", id: "scarred", name: "Scarred", text: "+8 HP.", group: "No skill", price: 8, unit: "AP", from: "" };
  expect(answerOf(line)).toEqual({ value: "scarred", name: "Scarred", text: "+8 HP. 8 AP" });
  expect(answerOf({ ...line, text: "", price: -4 }).text).toBe("No skill −4 AP");
  expect(answerOf({ ...line, price: null, unit: "" }).text).toBe("+8 HP.");
});
