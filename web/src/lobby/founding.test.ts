import { expect, test } from "vitest";
import type { CharacterMade, PackLine } from "../protocol/types";
import { adventureId, brought, FILE, isThere, sceneOf } from "./founding";

const coast = { pack: "p1", scenes: { ledge: "A bare ledge", pier: "The pier" } } as unknown as PackLine;
const reef = { pack: "p2", scenes: {} } as unknown as PackLine;
const nothing = { scene: "", sceneFile: [], packs: [], ready: [], made: [], characterFiles: [] };

test("a table begins with a scene of a pack, and with all packs that were chosen", () => {
  const { scenes, packs } = brought({ ...nothing, scene: sceneOf(coast, "pier"), packs: [coast, reef] });
  expect(scenes).toEqual([]);
  expect(packs).toEqual([{ pack: "p1", scenes: ["pier"] }, { pack: "p2", scenes: [] }]);
});

test("with a ready scene, a file or an empty board", () => {
  expect(brought({ ...nothing, scene: "the_pier", packs: [coast] }).scenes).toEqual([{ ready: "the_pier" }]);
  expect(brought({ ...nothing, scene: FILE, sceneFile: [{ name: "a", text: "game = 1" }] }).scenes).toEqual([{ toml: "game = 1" }]);
  expect(brought(nothing).scenes).toEqual([{}]);
});

test("characters come from the content, as one made them, and from files", () => {
  const made = { game: "crawl", character: { id: "wren" } } as unknown as CharacterMade;
  const { characters } = brought({ ...nothing, ready: ["onuri"], made: [made], characterFiles: [{ name: "b", text: "id = 2" }] });
  expect(characters).toEqual([{ ready: "onuri" }, { toml: JSON.stringify(made) }, { toml: "id = 2" }]);
});

test("the scene of a pack goes with it", () => {
  expect(isThere(sceneOf(coast, "pier"), [reef], [coast, reef])).toBe(false);
  expect(isThere("the_pier", [reef], [coast, reef])).toBe(true);
});

test("an adventure brings its own scenes", () => {
  expect(brought({ ...nothing, scene: adventureId({ id: "tide" }) })).toMatchObject({ adventure: "tide", scenes: [] });
  expect(brought({ ...nothing, scene: "the_pier" }).adventure).toBe("");
});
