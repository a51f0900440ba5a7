/** All else that a new table may have from the beginning: packs, characters, content, options and how one plays. */

import { ask, Problem } from "../protocol/http";
import { makerToken } from "../protocol/seats";
import type { CharacterMade, EntryLine, Founding, GameTold, PackLine } from "../protocol/types";
import { words } from "../words";
import { overHttp } from "../workshop/builder/building.svelte";
import { type Draft, finished } from "../workshop/builder/drafts";
import type { Added } from "./Files.svelte";
import { adventureId, brought, FILE, isThere, sceneOf } from "./founding";

type Value = boolean | number | string;

export class Extras {
  title = $state("");
  sceneFile = $state<Added[]>([]);
  packs = $state.raw<PackLine[]>([]);
  ofPacks = $state.raw<EntryLine[]>([]); // characters of theirs
  ready = $state<string[]>([]); // characters of the content
  along = $state<string[]>([]); // and of one's own, by their drafts
  characterFiles = $state<Added[]>([]);
  contentFiles = $state<Added[]>([]);
  options = $state<Record<string, Value>>({});
  settings = $state<Record<string, unknown>>({});
  readonly mine: Draft[];

  constructor(readonly told: GameTold) {
    this.mine = finished(told.name);
  }

  get characters(): number {
    return this.ready.length + this.along.length + this.characterFiles.length;
  }

  /** Scenes and characters come and go with their packs; gives the scene that lies on the table first. */
  async take(now: PackLine[], scene: string): Promise<string> {
    const first = isThere(scene, now, this.packs) ? scene : (this.told.scenes[0]?.id ?? "");
    this.packs = now;
    const asked = now.map((line) => ask("get", "/api/games/{game}/entries", { path: { game: this.told.name }, token: makerToken(), query: { kind: "character", pack: line.pack } }));
    const lines = (await Promise.all(asked)).flat().filter((line) => line.from !== "");
    if (this.packs !== now) return first; // others were chosen meanwhile
    this.ofPacks = lines.filter((line, at) => lines.findIndex((one) => one.id === line.id) === at);
    const there = new Set([...this.told.characters, ...this.ofPacks].map((one) => one.id));
    this.ready = this.ready.filter((id) => there.has(id));
    return first;
  }

  /** What the table is called: as somebody says, or as its adventure or first scene. */
  called(scene: string): string {
    return this.title.trim() || this.titleOf(scene) || (scene === FILE && this.sceneFile[0]?.name) || this.told.title;
  }

  titleOf(scene: string): string | undefined {
    const ofPack = this.packs.flatMap((pack) => Object.entries(pack.scenes).map(([id, title]) => ({ id: sceneOf(pack, id), title })));
    const adventures = this.told.adventures.map((one) => ({ id: adventureId(one), title: one.title }));
    return [...this.told.scenes, ...adventures, ...ofPack].find((one) => one.id === scene)?.title;
  }

  /** All of it as it is sent. */
  async given(scene: string): Promise<Omit<Founding, "name">> {
    const own = await Promise.all(this.mine.filter((draft) => this.along.includes(draft.id)).map(made));
    const { sceneFile, packs, ready, characterFiles, options, settings } = this;
    return {
      game: this.told.name,
      title: this.called(scene),
      content: this.contentFiles.map((file) => ({ name: file.name, toml: file.text })),
      options,
      settings,
      ...brought({ scene, sceneFile, packs, ready, made: own, characterFiles }),
    };
  }
}

async function made(draft: Draft): Promise<CharacterMade> {
  const { done } = await overHttp(draft)(draft.chosen, "");
  if (done === null) throw new Problem(400, words.lobby.notWhole(draft.name));
  return done;
}
