import { expect, test } from "vitest";
import type { GameTold } from "../protocol/types";
import { Extras } from "./extras.svelte";
import { adventureId } from "./founding";

const tide = { id: "tide", title: "The Tide" };
const told = { name: "crawl", title: "The Crawl", scenes: [{ id: "pier", title: "The Pier" }], adventures: [tide], characters: [] } as unknown as GameTold;

test("a table is called as somebody says, else as its adventure, its first scene or the game", () => {
  const extras = new Extras(told);
  expect(["pier", adventureId(tide), ""].map((scene) => extras.called(scene))).toEqual(["The Pier", "The Tide", "The Crawl"]);
  extras.title = " Thursday ";
  expect(extras.called("pier")).toBe("Thursday");
});
