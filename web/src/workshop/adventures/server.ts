/** What the editor of adventures asks of the server: what a text comes to, what there is to choose from, and that it is
    kept in the pack. */

import { ask, Problem, upload } from "../../protocol/http";
import type { PackSaved } from "../../protocol/types";
import type { Edit } from "../editor/edits";
import type { Part } from "../editor/schema";
import type { Told } from "../editor/told";

export class Adventures {
  constructor(
    readonly game: string,
    readonly pack: string,
    readonly token: string,
  ) {}

  async draft(asked: { text?: string; edits?: Edit[] }): Promise<Told> {
    const told = await ask("post", "/api/games/{game}/adventures", { path: { game: this.game }, token: this.token, body: { edits: [], ...asked, pack: this.pack } });
    return { ...told, entry: told.adventure, differs: [] } as unknown as Told;
  }

  async form(): Promise<Part> {
    return (await ask("get", "/api/games/{game}/adventures/form", { path: { game: this.game }, query: { pack: this.pack }, token: this.token })) as Part;
  }

  async text(): Promise<{ text: string; revision: number }> {
    return ask("get", "/api/packs/{pack}/adventure", { path: { pack: this.pack }, token: this.token });
  }

  /** Kept in the pack, with a note for the list of its versions; gives its new revision. */
  async save(text: string, revision: number, note: string): Promise<number> {
    return (await ask("put", "/api/packs/{pack}/adventure", { path: { pack: this.pack }, token: this.token, body: { text, revision, note } })).revision;
  }

  /** One that comes with the game, with all that it has. */
  async copy(adventure: string, revision: number): Promise<number> {
    return (await ask("post", "/api/packs/{pack}/adventure/copy", { path: { pack: this.pack }, token: this.token, body: { adventure, revision } })).revision;
  }

  async takeAway(revision: number): Promise<void> {
    await ask("delete", "/api/packs/{pack}/adventure", { path: { pack: this.pack }, query: { revision }, token: this.token });
  }

  async putPicture(file: File): Promise<number> {
    const given = new FormData();
    given.append("name", file.name.replace(/[^A-Za-z0-9_. -]+/g, "_"));
    given.append("file", file);
    return (await upload<PackSaved>(`/api/packs/${encodeURIComponent(this.pack)}/pictures`, this.token, given)).revision;
  }

  async revision(): Promise<number> {
    return (await ask("get", "/api/packs/{pack}", { path: { pack: this.pack }, token: this.token })).line.revision;
  }

  isLate(fault: unknown): boolean {
    return fault instanceof Problem && fault.status === 409;
  }
}
