/** The packs that this browser may see, the one that is looked at, and which tables of one's own have which. */

import { against } from "../../protocol/against";
import { ask, Problem } from "../../protocol/http";
import { heldSeats, keepMaker, makerToken, type Held } from "../../protocol/seats";
import type { Against, HeldFound, MakerTold, PackHere, PackLine, PackTold } from "../../protocol/types";

export type Filter = "all" | "used" | "older" | "mine" | "drafts";

/** A table of which this browser is game master, and what it has of a pack. */
export interface Used {
  held: Held;
  here: PackHere;
}

/** What entries are looked for besides words; empty or nothing where all are. */
export interface Narrowed {
  game: string;
  kind: string;
  tag: string;
  most_level: number | null;
  most_price: number | null;
}

export const ALL: Narrowed = { game: "", kind: "", tag: "", most_level: null, most_price: null };
const FEWEST = 2; // letters, from which on entries are searched
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
  narrowed = $state.raw<Narrowed>(ALL);
  found = $state.raw<HeldFound[] | null>(null); // entries; nothing while none are looked for
  #asked = 0;
  #askedTables = 0;
  tags = $derived([...new Set((this.lines ?? []).flatMap((line) => line.tags))].sort());
  kinds = $derived([...new Set((this.lines ?? []).flatMap((line) => Object.keys(line.counts)))].filter((kind) => kind !== "picture").sort());
  /** Are entries looked for, and not packs alone? */
  searching = $derived(this.words.trim().length >= FEWEST || Object.values(this.narrowed).some((value) => value !== "" && value !== null));
  shown = $derived((this.lines ?? []).filter((line) => this.#fits(line)));
  line = $derived(this.lines?.find((line) => line.pack === this.chosen) ?? null);

  usedBy(line: PackLine): Used[] {
    return this.used.filter((one) => one.here.pack === line.pack);
  }

  #fits(line: PackLine): boolean {
    if (this.filter === "mine" && !line.mine) return false;
    if (this.filter === "drafts" && (!line.mine || line.shared > 0)) return false;
    if (this.filter === "used" && this.usedBy(line).length === 0) return false;
    if (this.filter === "older" && !this.usedBy(line).some((one) => one.here.newer)) return false;
    const { game, kind, tag } = this.narrowed;
    if ((game && line.game !== game) || (kind && !line.counts[kind]) || (tag && !line.tags.includes(tag))) return false;
    if (this.#holds(line)) return true;
    const said = [line.title, line.by, line.author, line.text, ...line.tags, ...line.names].join(" ").toLowerCase();
    return this.words.toLowerCase().split(/\s+/).every((word) => said.includes(word));
  }

  /** Has something been found in it? */
  #holds(line: PackLine): boolean {
    return this.searching && (this.found ?? []).some((one) => one.pack === line.pack);
  }

  /** Entries of all packs that fit; what was asked before does not count any more. */
  async search(): Promise<void> {
    const asked = ++this.#asked;
    if (!this.searching || !this.token) {
      this.found = null;
      return;
    }
    const given = Object.entries(this.narrowed).filter(([, value]) => value !== "" && value !== null);
    try {
      const found = await ask("get", "/api/packs/search", { token: this.token, query: { words: this.words.trim(), ...Object.fromEntries(given) } });
      if (asked === this.#asked) this.found = found;
    } catch (fault) {
      if (asked === this.#asked) this.why = against(fault);
    }
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

  /** What the tables have of which one is game master here; what was asked before does not count any more. */
  async askTables(): Promise<void> {
    const asked = ++this.#askedTables;
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
    if (asked === this.#askedTables) this.used = found.flat();
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
