/** The packs that this browser may see, the one that is looked at, and which tables of one's own have which. */

import { against } from "../../protocol/against";
import { ask, Problem } from "../../protocol/http";
import { heldSeats, keepMaker, makerToken, type Held } from "../../protocol/seats";
import type { Against, MakerTold, PackHere, PackLine, PackTold } from "../../protocol/types";

export type Filter = "all" | "used" | "mine" | "drafts";

/** A table of which this browser is game master, and what it has of a pack. */
export interface Used {
  held: Held;
  here: PackHere;
}

const MOST_ASKED = 20; // tables of which is asked what they have

export class Shelf {
  token = $state(makerToken());
  me = $state.raw<MakerTold | null>(null);
  dead = $state(false); // the token opens nothing any more
  lines = $state.raw<PackLine[] | null>(null);
  why = $state.raw<Against | null>(null);
  chosen = $state("");
  told = $state.raw<PackTold | null>(null);
  used = $state.raw<Used[]>([]);
  words = $state("");
  filter = $state<Filter>("all");
  shown = $derived((this.lines ?? []).filter((line) => this.#fits(line)));
  line = $derived(this.lines?.find((line) => line.pack === this.chosen) ?? null);

  usedBy(line: PackLine): Used[] {
    return this.used.filter((one) => one.here.pack === line.pack);
  }

  #fits(line: PackLine): boolean {
    if (this.filter === "mine" && !line.mine) return false;
    if (this.filter === "drafts" && (!line.mine || line.shared > 0)) return false;
    if (this.filter === "used" && this.usedBy(line).length === 0) return false;
    const said = [line.title, line.by, line.author, line.text, ...line.names].join(" ").toLowerCase();
    return this.words.toLowerCase().split(/\s+/).every((word) => said.includes(word));
  }

  /** Everything anew. */
  async load(): Promise<void> {
    if (!this.token) return;
    this.why = null;
    try {
      [this.me, this.lines] = await Promise.all([ask("get", "/api/makers/me", { token: this.token }), ask("get", "/api/packs", { token: this.token })]);
      this.dead = false;
    } catch (fault) {
      if (fault instanceof Problem && fault.status === 401) this.dead = true;
      else this.why = against(fault);
      return;
    }
    if (this.chosen) await this.choose(this.chosen);
    await this.askTables();
  }

  async choose(pack: string): Promise<void> {
    this.chosen = pack;
    if (this.told?.line.pack !== pack) this.told = null;
    if (!pack) return;
    try {
      const told = await ask("get", "/api/packs/{pack}", { path: { pack }, token: this.token });
      if (this.chosen === pack) this.told = told;
    } catch (fault) {
      this.why = against(fault);
    }
  }

  /** What the tables have of which one is game master here. */
  async askTables(): Promise<void> {
    const masters = heldSeats().filter((held) => held.role === "gm").slice(0, MOST_ASKED);
    const found = await Promise.all(
      masters.map(async (held) => {
        try {
          const told = await ask("get", "/api/tables/{table}/packs", { path: { table: held.table }, token: held.token, maker: this.token });
          return told.here.map((here) => ({ held, here }));
        } catch {
          return []; // a table that is gone is told of in the lobby
        }
      }),
    );
    this.used = found.flat();
  }

  enter(token: string): void {
    keepMaker(token);
    this.token = token;
  }

  leave(): void {
    keepMaker(null);
    this.token = "";
    this.dead = false;
    this.lines = this.me = this.told = null;
  }
}
