import { expect, test } from "vitest";
import type { PaidShown } from "../protocol/types";
import { countable, countedAs, pieces, priceWords, shareOf, spentBeside } from "./signs";

const paid = (amount: number, unit: string, words = `${amount} ${unit}`, rest = "", of: number | null = null): PaidShown => ({ amount, unit, words, rest, of });
const drawn = (game: string, ...price: PaidShown[]) => pieces(game, price).map(({ sign, count, rest }) => [sign?.shape ?? "", count, rest]);

test("a price is drawn in the signs of its game, whatever its words are", () => {
  expect(drawn("bluebox", paid(1, "AP"), paid(2, "EP", "xyz"))).toEqual([["lozenge", 1, ""], ["disc", 2, ""]]);
  expect(drawn("cloudbreaker", paid(1, "Major", "Major"), paid(3, "MP"))).toEqual([["lozenge", 1, ""], ["", 0, "3 MP"]]);
  expect(drawn("navyblue", paid(2, "MP", "2 MP and 1 lost", "and 1 lost"), paid(0, "", "running", "running"))).toEqual([["open", 2, "and 1 lost"], ["", 0, "running"]]);
});

test("what no sign stands for is said in words", () => {
  expect(drawn("bluebox", paid(0, "", "up to 5 m", "up to 5 m"))).toEqual([["", 0, "up to 5 m"]]);
  expect(drawn("bluebox", paid(0, "AP"))).toEqual([["", 0, "0 AP"]]);
  expect(drawn("bluebox", paid(6, "AP"))).toEqual([["", 0, "6 AP"]]);
  expect(drawn("crawl")).toEqual([]);
});

test("on a place stands how much of the way it takes", () => {
  expect(shareOf([paid(1, "Primary"), paid(3, "space", "3 of 8 spaces", "of 8", 8)])).toBe("3");
  expect([shareOf([paid(1, "AP")]), shareOf([])]).toEqual(["", ""]);
  expect(priceWords([paid(1, "AP"), paid(1, "EP")])).toBe("1 AP, 1 EP");
  expect(spentBeside([paid(4, "cell", "4 of 5 cells", "of 5", 5), paid(1, "EP")])).toBe("1 EP");
  expect(spentBeside([paid(1, "cell", "1 of 3 cells", "of 3", 3), paid(0, "", "free", "free")])).toBe("");
});

test("things are counted up to ten, slots a little further", () => {
  expect(countable({ shape: "disc", tone: "ember" }, 10)).toBe(true);
  expect(countable({ shape: "disc", tone: "ember" }, 11)).toBe(false);
  expect(countable({ shape: "slot", tone: "ally" }, 14)).toBe(true);
});

test("what concerns everybody is counted out where the game has a sign for it", () => {
  expect(countedAs("bluebox", "Escalation Counter", "6 of 10")).toEqual({ sign: { shape: "disc", tone: "ember" }, now: 6, most: 10 });
  expect(countedAs("cloudbreaker", "Enemy morale", "3")?.most).toBe(3);
  expect([countedAs("cloudbreaker", "Enemy morale", "14"), countedAs("cloudbreaker", "To win:", "rout them"), countedAs("vitality", "Round", "3")]).toEqual([null, null, null]);
});
