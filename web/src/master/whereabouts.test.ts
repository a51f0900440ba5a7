import { expect, test } from "vitest";
import type { Document, GameTold } from "../protocol/types";
import { whereabouts } from "./whereabouts";

const game = { sides: ["party", "foes"], characters: [{ id: "vhor", name: "Vhor" }, { id: "tahra", name: "Tahra" }] } as unknown as GameTold;
const being = (name: string, side: string) => ({ name, side });
const seat = (name: string, role: string, ...beings: string[]) => ({ name, role, beings });
const doc = {
  scene: { title: "The ford" },
  seats: { m: seat("Mara", "gm"), b: seat("Ben", "player", "tahra", "vhor"), a: seat("Ann", "player"), w: seat("Tom", "spectator") },
  beings: { tahra: being("Tahra", "party"), onuri: being("Onuri", "party"), crab: being("Crab", "foes") },
  characters: { nixie: { name: "Nixie", owner: "b" } },
} as unknown as Document;

test("it is told who plays nobody, whom nobody plays, and who is not in the scene", () => {
  expect(whereabouts(doc, game)).toEqual({ seats: ["Ann"], yours: ["Onuri"], away: ["Nixie", "Vhor"] });
});

test("whom a machine plays is not yours", () => {
  expect(whereabouts({ ...doc, master: { policies: { onuri: "simple" } } } as unknown as Document, game).yours).toEqual([]);
  expect(whereabouts({ ...doc, master: { policies: { party: "simple" } } } as unknown as Document, game).yours).toEqual([]);
});

test("without a scene nobody is missing in it", () => {
  expect(whereabouts({ ...doc, scene: null }, game)).toEqual({ seats: ["Ann"], yours: [], away: [] });
});
