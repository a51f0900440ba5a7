/** What the editor asks of the server: entries there are, what a text comes to, and that it is kept in the pack. */

import { simulated } from "../../lab/stream";
import { ask, file, Problem, upload } from "../../protocol/http";
import type { PackSaved } from "../../protocol/types";
import type { Edit } from "./edits";
import type { Reckoner } from "./worth.svelte";
import type { EntryLine, Judged } from "./told";

export interface Asked {
  kind: string;
  text: string;
  edits?: Edit[];
  origin?: string;
  as?: string;
}

const FIGHTS = 200;

export class Entries {
  constructor(
    readonly game: string,
    readonly pack: string,
    readonly token: string,
  ) {}

  lines(kind = ""): Promise<EntryLine[]> {
    return ask("get", "/api/games/{game}/entries", { path: { game: this.game }, query: { kind, pack: this.pack }, token: this.token });
  }

  async entry(kind: string, id: string): Promise<{ text: string }> {
    return ask("get", "/api/games/{game}/entries/{kind}/{id}", { path: { game: this.game, kind, id }, query: { pack: this.pack }, token: this.token });
  }

  async judge(asked: Asked): Promise<Judged> {
    return (await ask("post", "/api/games/{game}/entries", { path: { game: this.game }, body: { ...asked, pack: this.pack }, token: this.token })) as Judged;
  }

  /** Kept in the pack, with a note for the list of its versions; gives its new revision. */
  async save(kind: string, id: string, text: string, revision: number, note: string): Promise<number> {
    const saved = await ask("put", "/api/packs/{pack}/entries/{kind}/{id}", { path: { pack: this.pack, kind, id }, token: this.token, body: { text, revision, note } });
    return saved.revision;
  }

  async takeAway(kind: string, id: string, revision: number): Promise<void> {
    await ask("delete", "/api/packs/{pack}/entries/{kind}/{id}", { path: { pack: this.pack, kind, id }, query: { revision }, token: this.token });
  }

  /** Puts a picture into the pack; gives its new revision. */
  async putPicture(name: string, picture: Blob): Promise<number> {
    const form = new FormData();
    form.append("name", name);
    form.append("file", picture, name);
    return (await upload<PackSaved>(`/api/packs/${encodeURIComponent(this.pack)}/pictures`, this.token, form)).revision;
  }

  async picture(name: string): Promise<Blob> {
    const [, found] = await file("/api/packs/{pack}/pictures/{name}", { path: { pack: this.pack, name }, token: this.token });
    return found;
  }

  async revision(): Promise<number> {
    return (await ask("get", "/api/packs/{pack}", { path: { pack: this.pack }, token: this.token })).line.revision;
  }

  isLate(fault: unknown): boolean {
    return fault instanceof Problem && fault.status === 409;
  }

  /** Works out what an entry of this kind is worth, beside the one from which it was begun. */
  reckoner(kind: string, origin: string): Reckoner {
    const { game, pack, token } = this;
    return {
      worth: (text, against) => ask("post", "/api/games/{game}/worth", { path: { game }, token, body: { kind, text, origin, against, pack } }),
      fight: (text, heard, signal) => simulated(`/api/games/${encodeURIComponent(game)}/worth/fight`, token, { kind, text, origin, pack, fights: FIGHTS, seed: 1 }, heard, signal),
    };
  }
}
