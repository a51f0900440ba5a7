/** The board that is drawn as the text of its entry: the server writes each plan into the text that was opened, says what
    does not hold and how it looks; a moment after the last stroke it is kept in the pack. */

import { against } from "../../protocol/against";
import { Problem } from "../../protocol/http";
import { Keeping, type Saver } from "../editor/keeping.svelte";
import { layersHidden } from "./changed";
import { Drawing } from "./drawing.svelte";
import type { Palette, Plan } from "./plan";
import type { Drafted } from "./server";

export interface BoardServer extends Saver {
  draft(asked: { text?: string; plan?: Plan }): Promise<Drafted>;
}

export class BoardDraft extends Keeping {
  readonly drawing: Drawing;
  text = $state(""); // as it stands now
  #server: BoardServer;
  #opened: { text: string; plan: Plan };
  #wanted: Plan | null = null;
  #busy: Promise<void> | null = null;
  #told = "";

  constructor(server: BoardServer, palette: Palette, opened: Drafted & { plan: Plan }, revision: number, rest?: number) {
    super(server, revision, rest);
    this.#server = server;
    this.#opened = { text: opened.text, plan: opened.plan };
    this.text = this.#told = opened.text;
    this.stands(opened.text);
    this.drawing = new Drawing(palette, opened.plan, (plan) => this.draw(plan));
    this.drawing.told = { of: opened.plan, shown: opened.shown, faults: opened.faults, checks: opened.checks };
  }

  get waits(): boolean {
    return false; // what is drawn can be written
  }

  protected get whole(): string {
    return this.#told;
  }

  protected async sent(): Promise<boolean> {
    while (this.#busy) await this.#busy;
    return this.#wanted === null;
  }

  /** The server hears of this plan; of several that come meanwhile only of the last. */
  draw(plan: Plan): void {
    this.change();
    this.#wanted = plan;
    this.#busy ??= this.#work();
  }

  /** Other layers are seen: the board looks otherwise, and says the same. */
  look(): void {
    this.draw(this.drawing.plan);
  }

  async #work(): Promise<void> {
    let failed = false;
    while (this.#wanted && !failed) {
      const plan = this.#wanted;
      this.#wanted = null;
      try {
        await this.#hear(plan);
        this.why = null;
      } catch (fault) {
        this.why = against(fault);
        failed = true;
        if (fault instanceof Problem && [0, 429, 503].includes(fault.status)) this.#wanted ??= plan; // it may pass
      }
    }
    this.#busy = null;
    if (failed) this.fail();
    else this.see();
  }

  async #hear(plan: Plan): Promise<void> {
    const { text, plan: first } = this.#opened;
    const { drawing } = this;
    const told = await this.#server.draft(plan === first ? { text } : { text, plan });
    const seen = layersHidden(plan, drawing.palette, drawing.hidden);
    const shown = seen === plan ? told.shown : (await this.#server.draft({ text, plan: seen })).shown;
    this.text = this.#told = told.text;
    drawing.told = { of: seen, shown, faults: told.faults, checks: told.checks };
  }

  override async keep(): Promise<void> {
    if (this.#wanted && !this.#busy) this.#busy = this.#work(); // what could not be sent is sent again
    await super.keep();
  }
}
