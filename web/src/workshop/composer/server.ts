/** What the composer asks of the server: drafts of scenes, who can be put in, that it is kept in the pack, and fights. */

import { streamed } from "../../lab/stream";
import { ask, Problem } from "../../protocol/http";
import type { LabLine } from "../../protocol/types";
import type { Edit } from "../editor/edits";
import type { Days } from "./day.svelte";
import { asAsked, type Fights } from "./gauge.svelte";
import type { GaugeLine, RosterLine, SceneTold, WayThere } from "./told";

const FIGHTS = 400;
const SEED = 1;
const DAY = "day"; // the name of its file: a pack has one in the composer

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

  /** The day of the pack; `kept` hears of the revision that came of saving it. */
  days(revision: () => number, kept: (revision: number) => void): Days {
    const { game, pack, token } = this;
    const path = { pack, name: DAY };
    return {
      draft: (text, edits) => ask("post", "/api/games/{game}/days", { path: { game }, token, body: { text, edits, pack } }),
      text: async () => (await ask("get", "/api/packs/{pack}/days/{name}", { path, token })).text,
      save: async (text, note) => kept((await ask("put", "/api/packs/{pack}/days/{name}", { path, token, body: { text, revision: revision(), note } })).revision),
      live: (text, counted, heard, signal) => {
        const { party, seat } = asAsked(counted);
        return streamed<LabLine>(`/api/games/${encodeURIComponent(game)}/days/gauge`, token, { text, pack, party, seed: SEED }, heard, signal, seat);
      },
    };
  }

  get fights(): Fights {
    const { game, pack, token } = this;
    const address = `/api/games/${encodeURIComponent(game)}/gauge`;
    const given = { pack, seed: SEED };
    return {
      gauge: (text, counted, heard, signal) => {
        const { party, seat } = asAsked(counted);
        return streamed<GaugeLine>(address, token, { ...given, text, fights: FIGHTS, party }, heard, signal, seat);
      },
      ways: (text, counted, wish, heard, signal) => {
        const { party, seat } = asAsked(counted);
        return streamed<{ ways?: WayThere[] }>(`${address}/ways`, token, { ...given, text, wish, party }, (line) => line.ways && heard(line.ways), signal, seat);
      },
    };
  }
}
