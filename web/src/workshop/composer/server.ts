/** What the composer asks of the server: drafts of scenes, who can be put in, that it is kept in the pack, and fights. */

import { streamed } from "../../lab/stream";
import { ask, Problem } from "../../protocol/http";
import type { Edit } from "../editor/edits";
import type { Fights } from "./gauge.svelte";
import type { GaugeLine, RosterLine, SceneTold, WayThere } from "./told";

const FIGHTS = 400;
const SEED = 1;

export class Scenes {
  constructor(
    readonly game: string,
    readonly pack: string,
    readonly token: string,
  ) {}

  async draft(asked: { text?: string; edits?: Edit[] }): Promise<SceneTold> {
    const told = await ask("post", "/api/games/{game}/scenes", { path: { game: this.game }, token: this.token, body: { edits: [], ...asked, pack: this.pack } });
    return { ...told, entry: told.scene, differs: [] } as unknown as SceneTold;
  }

  async roster(): Promise<RosterLine[]> {
    return ask("get", "/api/games/{game}/scenes/roster", { path: { game: this.game }, query: { pack: this.pack }, token: this.token });
  }

  async text(name: string): Promise<string> {
    return (await ask("get", "/api/packs/{pack}/scenes/{name}", { path: { pack: this.pack, name }, token: this.token })).text;
  }

  /** Kept in the pack, with a note for the list of its versions; gives its new revision. */
  async save(name: string, text: string, revision: number, note: string): Promise<number> {
    return (await ask("put", "/api/packs/{pack}/scenes/{name}", { path: { pack: this.pack, name }, token: this.token, body: { text, revision, note } })).revision;
  }

  async takeAway(name: string, revision: number): Promise<void> {
    await ask("delete", "/api/packs/{pack}/scenes/{name}", { path: { pack: this.pack, name }, query: { revision }, token: this.token });
  }

  async revision(): Promise<number> {
    return (await ask("get", "/api/packs/{pack}", { path: { pack: this.pack }, token: this.token })).line.revision;
  }

  isLate(fault: unknown): boolean {
    return fault instanceof Problem && fault.status === 409;
  }

  get fights(): Fights {
    const { game, pack, token } = this;
    const address = `/api/games/${encodeURIComponent(game)}/gauge`;
    const given = { pack, seed: SEED };
    return {
      gauge: (text, party, heard, signal) => streamed<GaugeLine>(address, token, { ...given, text, fights: FIGHTS, party }, heard, signal),
      ways: (text, party, wish, heard, signal) => streamed<{ ways?: WayThere[] }>(`${address}/ways`, token, { ...given, text, wish, party }, (line) => line.ways && heard(line.ways), signal),
    };
  }
}
