import { expect, test } from "vitest";
import { panels } from "./hardness";

test("the harder a scene, the more panels are filled; none where it was not tried, or there is nothing to win", () => {
  const of = (grade: "easy" | "fair" | "hard" | "deadly" | null, won: number) => panels({ grade, won });
  expect([of("easy", 95), of("fair", 90), of("hard", 52), of("deadly", 38), of("deadly", 21)]).toEqual([1, 2, 3, 4, 5]);
  expect([of(null, 100), panels(null)]).toEqual([0, 0]);
});
