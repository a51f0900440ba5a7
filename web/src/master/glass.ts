/** The table through the eyes of another seat: a line to the table that is played by the game master's own. It tells
 * that seat's document and log, asks what the seat would ask, and does nothing. */

import { against } from "../protocol/against";
import { Refusal, type Wire } from "../protocol/socket";
import { Table } from "../protocol/table.svelte";
import type { ToldLines } from "../protocol/types";
import { words } from "../words";

const LINES = 50; // of the log, to begin with

/** The table as a seat sees it; `over` is called where that is no longer to be seen. */
export function through(own: Table, seat: string, over: () => void): Table {
  return new Table(own.id, own.token, () => new Glass(own, seat, over));
}

interface Asked {
  n: number;
  do: string;
}

class Glass implements Wire {
  onopen: ((event: never) => void) | null = null;
  onmessage: ((event: never) => void) | null = null;
  onclose: ((event: never) => void) | null = null;
  #seq = 0;
  #looking = false;
  #again = false;
  #closed = false;
  #stop: () => void;

  constructor(
    readonly own: Table,
    readonly seat: string,
    readonly over: () => void,
  ) {
    this.#stop = own.changed(() => void this.#look());
    queueMicrotask(() => this.onopen?.(undefined as never));
  }

  send(text: string): void {
    const { n, ...asked } = JSON.parse(text) as Asked;
    if (n === undefined) void this.#look(); // hello
    else void this.#answer(n, asked);
  }

  close(): void {
    this.#closed = true;
    this.#stop();
  }

  #say(message: object): void {
    if (!this.#closed) this.onmessage?.({ data: JSON.stringify(message) } as never);
  }

  async #answer(n: number, asked: { do: string }): Promise<void> {
    const reply = (await this.#asked(asked)) as object;
    this.#say({ is: "reply", seq: ++this.#seq, n, ...reply });
  }

  async #asked(asked: { do: string }): Promise<unknown> {
    try {
      const answer = await this.own.look("look_as", { seat: this.seat, look: asked });
      return { ok: true, result: answer };
    } catch (fault) {
      const refused = fault instanceof Refusal ? against(fault) : { reason: words.master.onlyLook, rule: "table" };
      return { ok: false, refused };
    }
  }

  /** All of it anew; while it is being asked, whatever changes is asked for afterwards. */
  async #look(): Promise<void> {
    this.#again = this.#looking;
    if (this.#looking || this.#closed) return;
    this.#looking = true;
    try {
      const [document, lines] = await Promise.all([
        this.own.look("see_as", { seat: this.seat }),
        this.own.look("look_as", { seat: this.seat, look: { do: "log", most: LINES } }) as Promise<ToldLines[]>,
      ]);
      this.#seq = 0;
      this.#say({ is: "welcome", version: 1, session: this.seat, seq: 0, seat: this.seat, document, lines, chat: this.own.chat });
    } catch (fault) {
      if (this.#closed) return;
      if (fault instanceof Refusal && !this.own.document?.seats[this.seat]) this.over(); // the seat is gone
      else this.#break();
    }
    this.#looking = false;
    if (this.#again) void this.#look();
  }

  /** Like a line that breaks: that is said, and tried again after a while. */
  #break(): void {
    this.close();
    this.onclose?.(undefined as never);
  }
}
