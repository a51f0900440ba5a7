/** What a new table has from the beginning, as it is sent. */

import type { CharacterMade, Founding, PackLine } from "../protocol/types";
import type { Added } from "./Files.svelte";

export const FILE = ".file"; // in place of the id of a scene

/** A scene of a pack, told apart from those that come with the game. */
export const sceneOf = (pack: PackLine, scene: string): string => `${pack.pack}/${scene}`;

const ADVENTURE = ".adventure/";

/** An adventure that comes with the game, told apart from its scenes. */
export const adventureId = (one: { id: string }): string => `${ADVENTURE}${one.id}`;

export interface Chosen {
  scene: string; // that lies on the table first; empty: an empty board
  sceneFile: Added[];
  packs: PackLine[];
  ready: string[]; // characters of the content
  made: CharacterMade[]; // and of one's own
  characterFiles: Added[];
}

/** The scene that lies there first, the packs and the characters. */
export function brought({ scene, sceneFile, packs, ready, made, characterFiles }: Chosen): Pick<Founding, "scenes" | "packs" | "characters" | "adventure"> {
  const ofPacks = packs.map((pack) => ({ pack: pack.pack, scenes: Object.keys(pack.scenes).filter((name) => sceneOf(pack, name) === scene) }));
  const isOfPack = ofPacks.some((one) => one.scenes.length > 0);
  const adventure = scene.startsWith(ADVENTURE) ? scene.slice(ADVENTURE.length) : "";
  return {
    adventure,
    packs: ofPacks,
    scenes: isOfPack || adventure ? [] : scene === FILE ? sceneFile.map((file) => ({ toml: file.text })) : [scene ? { ready: scene } : {}],
    characters: [...ready.map((id) => ({ ready: id })), ...[...made.map((one) => JSON.stringify(one)), ...characterFiles.map((file) => file.text)].map((toml) => ({ toml }))],
  };
}

/** Is this scene there without those packs? */
export function isThere(scene: string, packs: readonly PackLine[], gone: readonly PackLine[]): boolean {
  return !gone.some((pack) => !packs.includes(pack) && Object.keys(pack.scenes).some((name) => sceneOf(pack, name) === scene));
}
