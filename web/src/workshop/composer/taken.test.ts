import { expect, test } from "vitest";
import { dayShown, showDay } from "./taken";

test("the day of a pack stays open from one of its scenes to the next, and is no other pack's", () => {
  showDay("weir", true);
  expect([dayShown("weir"), dayShown("tower")]).toEqual([true, false]);
  showDay("weir", false);
  expect(dayShown("weir")).toBe(false);
});
