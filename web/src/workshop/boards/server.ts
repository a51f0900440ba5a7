/** What the board editor asks of the server: what boards are made of, what a plan comes to, and how the rules see it. */

import type { Board } from "../../board/aimed";
import { answered, ask, bearer } from "../../protocol/http";
import type { BoardSeen } from "../../protocol/types";
import type { Fault, Sentence } from "./drawing.svelte";
import type { Palette, Plan } from "./plan";
import type { SeenAsked } from "./seen.svelte";

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

  seen(asked: SeenAsked): Promise<BoardSeen> {
    return ask("post", "/api/games/{game}/boards/seen", { path: { game: this.game }, body: { ...asked, pack: this.pack }, token: this.token });
  }

  /** The board as a map of Universal VTT: what the file is called, and what is in it. */
  async exported(text: string, title: string): Promise<[string, Blob]> {
    const headers = { "Content-Type": "application/json", ...bearer(this.token) };
    const body = JSON.stringify({ text, pack: this.pack });
    const response = await answered(() => fetch(`/api/games/${encodeURIComponent(this.game)}/maps/export`, { method: "POST", headers, body }));
    return [`${title.replace(/[^\p{L}\d._-]+/gu, "-") || "board"}.uvtt`, await response.blob()];
  }
}
