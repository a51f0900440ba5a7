import { expect, test } from "vitest";
import { replay } from "./replay";
import { verify } from "./verify";

test("a throw or many that were worked out again are said to be right, and what gave them", () => {
  expect(verify.allRight(1, 1)).toBe("The one throw is right: 1 die fell as the seed gives it.");
  expect(verify.allRight(1, 2)).toBe("The one throw is right: 2 dice fell as the seed gives them.");
  expect(verify.allRight(1200, 3000)).toBe("All 1,200 throws are right: 3,000 dice fell as the seed gives them.");
});

test("numbers of what was played say what they count", () => {
  expect(replay.mean("2.5", 2, 20)).toBe("2.5 on average with 2 d20");
  expect(replay.mean("7", 1, 20)).toBe("7 with a d20");
  expect([replay.fights(0, 0, 0), replay.fights(1, 0, 1), replay.fights(1, 0, 0), replay.fights(2, 1, 1)]).toEqual(["", "1 fight, lost.", "1 fight.", "2 fights: 1 won, 1 lost."]);
  expect([replay.times(1), replay.times(12)]).toEqual(["once", "12 times"]);
});
