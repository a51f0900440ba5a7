import { expect, test } from "vitest";
import type { ToldLines } from "../protocol/types";
import { readLog, usedIn } from "./tonight";

const told = (lines: string[], rolls: string[]) => ({ lines: lines.map((rule) => ({ rule })), rolls: rolls.map((rule) => ({ rule })) }) as ToldLines;
const BOOK = new Set(["x.hit", "x.move"]);

test("rules are counted in lines and rolls, and what is no rule of the book is not", () => {
  expect(usedIn([told(["x.move", "table", ""], []), told(["x.hit"], ["x.hit", "x.hit"])], BOOK)).toEqual([["x.hit", 2], ["x.move", 1]]);
});

test("where no scene is on the table nothing is asked, and the line is closed in any case", async () => {
  let closed = 0;
  const close = () => void closed++;
  const look = () => Promise.reject(new Error("no scene"));
  expect(await readLog({ arrived: () => Promise.resolve({ scene: null }), look, close } as never)).toEqual([]);
  await expect(readLog({ arrived: () => Promise.resolve({ scene: {} }), look, close } as never)).rejects.toThrow();
  expect(closed).toBe(2);
});
