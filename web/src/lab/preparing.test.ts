import { expect, test } from "vitest";
import { numbersIn, Preparing } from "./preparing.svelte";

test("numbers are read with commas between, and nothing else is", () => {
  expect(numbersIn("10, 14 ,18,")).toEqual([10, 14, 18]);
  for (const wrong of ["", "ten", "1.5", Array.from({ length: 13 }, (_, i) => i).join()]) expect(numbersIn(wrong)).toBeNull();
});

test("a scene is compared with another, or with itself with a number changed", () => {
  const preparing = new Preparing("t", "token", "bluebox");
  expect(preparing.asked).toEqual({});
  preparing.choose("one");
  expect([preparing.asked, preparing.compared]).toEqual([{ scene: "one" }, {}]);
  preparing.path = "beings.bear.hp";
  preparing.values = "10, 20";
  expect(preparing.compared).toEqual({ vary: { path: "beings.bear.hp", values: [10, 20] } });
  preparing.against = "other";
  expect(preparing.compared).toEqual({ against: "other" });
  preparing.choose("");
  expect(preparing.compared).toEqual({});
});
