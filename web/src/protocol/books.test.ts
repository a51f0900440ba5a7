import { expect, test } from "vitest";
import { once } from "./books";

test("what is known is asked for once, each thing by itself", async () => {
  const asked: string[] = [];
  const tell = once(async (game: string) => {
    asked.push(game);
    return game.length;
  });
  expect(await Promise.all([tell("crawl"), tell("crawl"), tell("vitality")])).toEqual([5, 5, 8]);
  expect(asked).toEqual(["crawl", "vitality"]);
});

test("what went wrong is asked again", async () => {
  let times = 0;
  const tell = once(async (game: string) => {
    if (++times === 1) throw new Error("no server");
    return game;
  });
  await expect(tell("crawl")).rejects.toThrow("no server");
  expect(await tell("crawl")).toBe("crawl");
});
