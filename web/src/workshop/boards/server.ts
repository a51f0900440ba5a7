/** What the board editor asks of the server: what boards are made of, what a plan comes to, and how the rules see it. */

import type { Board } from "../../board/aimed";
import { answered, ask, bearer } from "../../protocol/http";
import type { Fault, Sentence } from "./drawing.svelte";
import type { Palette, Plan } from "./plan";
import type { SeenAsked, SeenTold } from "./seen.svelte";

/** What the server makes of a text and a plan. Without a plan the text cannot be drawn. */
export interface Drafted {
  text: string;
  plan: Plan | null;
  shown: Board | null;
  faults: Fault[];
  checks: Sentence[];
}

export interface DraftAsked {
  text?: string;
  plan?: Plan;
  origin?: string;
  as?: string;
}

export class Boards {
  constructor(
    readonly game: string,
    readonly pack: string,
    readonly token: string,
  ) {}

  async palette(): Promise<Palette> {
    return (await ask("get", "/api/games/{game}/boards/palette", { path: { game: this.game }, query: { pack: this.pack }, token: this.token })) as Palette;
  }

  async draft(asked: DraftAsked): Promise<Drafted> {
    return (await ask("post", "/api/games/{game}/boards", { path: { game: this.game }, body: { ...asked, pack: this.pack }, token: this.token })) as Drafted;
  }

  async seen(asked: SeenAsked): Promise<SeenTold> {
    return (await (await this.#post("boards/seen", asked)).json()) as SeenTold;
  }

  /** The board as a map of Universal VTT: what the file is called, and what is in it. */
  async exported(text: string, title: string): Promise<[string, Blob]> {
    return [`${title.replace(/[^\p{L}\d._-]+/gu, "-") || "board"}.uvtt`, await (await this.#post("maps/export", { text })).blob()];
  }

  #post(what: string, asked: object): Promise<Response> {
    const headers = { "Content-Type": "application/json", ...bearer(this.token) };
    return answered(() => fetch(`/api/games/${encodeURIComponent(this.game)}/${what}`, { method: "POST", headers, body: JSON.stringify({ ...asked, pack: this.pack }) }));
  }
}
