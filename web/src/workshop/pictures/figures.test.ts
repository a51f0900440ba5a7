import { expect, test } from "vitest";
import { offered } from "./figures";

const looks = (game: string, look: string, plain = false) => offered(game, { id: "a", name: "A", ally: false, look }, plain).map((one) => one.look);

test("the figure that somebody has stands first, and every one stands there once", () => {
  const found = looks("crawl", "wolf");
  expect(found.slice(0, 3)).toEqual(["wolf", "hood", "horns"]);
  expect(new Set(found).size).toBe(found.length);
});

test("the one that they come with is offered where it is known", () => expect(looks("crawl", "wolf", true).slice(0, 2)).toEqual(["", "wolf"]));

test("where everybody has a face of their own, some are offered", () => expect(looks("bluebox", "").slice(0, 5).every((look) => /^\d+$/.test(look))).toBe(true));
