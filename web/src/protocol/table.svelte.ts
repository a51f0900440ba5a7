/** A table as one seat sees it, kept up to date over its line. */

import { apply } from "./changes";
import { Problem } from "./http";
import { Fault, type Fields, type Kind, Line, type State, type Wire } from "./socket";
import type { Answers, Bye, Change, Document, Pinged, Said, ToldLines, Welcome } from "./types";

export type Looking = keyof Answers;
export type Doing = Exclude<Kind, Looking>;
export type Heard = (document: Document, before: Document | null) => void;

const PATIENCE = 10_000; // milliseconds in which a welcome must come for who waits for it

export class Table {
  /** All that the seat sees; what has not changed is the same object as before. Null before the first welcome. */
  document = $state.raw<Document | null>(null);
  /** The log of the scene, as far as it was told or asked for. */
  lines = $state.raw<ToldLines[]>([]);
  chat = $state.raw<Said[]>([]);
  state = $state<State>("connecting");
  /** What was said when this seat was sent away. */
  last: Bye | undefined = $state();

  #line: Line;
  #arriving: { resolve(document: Document): void; reject(fault: Error): void }[] = [];
  #heard = new Set<Heard>();
  #pinged = new Set<(ping: Pinged) => void>();
  #news = new Set<(lines: ToldLines[], chat: Said[]) => void>();
  #shown = new Set<(lines: ToldLines[]) => void>();
  #changed = new Set<() => void>();

  constructor(
    readonly id: string,
    readonly token: string,
    open?: (address: string) => Wire,
  ) {
    const address = typeof location === "undefined" ? "" : location.origin.replace(/^http/, "ws");
    this.#line = new Line(
      `${address}/api/tables/${encodeURIComponent(id)}/socket`,
      token,
      {
        welcome: (message) => this.#welcome(message),
        change: (message) => this.#change(message),
        ping: (message) => this.#pinged.forEach((call) => call(message)),
        state: (state, last) => {
          this.state = state;
          this.last = last;
          if (state === "gone") for (const one of this.#arriving.splice(0)) one.reject(new Fault(last?.reason ?? ""));
        },
      },
      open,
    );
  }

  /** The document as soon as there is one; throws where this seat is sent away, or nobody answers. */
  arrived(): Promise<Document> {
    if (this.document) return Promise.resolve(this.document);
    return new Promise((resolve, reject) => {
      this.#arriving.push({ resolve, reject });
      setTimeout(() => reject(new Problem(0, "")), PATIENCE);
    });
  }

  /** Does something; throws `Refusal`, `Fault` or `Lost`. By then all that it changed has been told. */
  do<K extends Doing>(kind: K, ...[fields]: object extends Fields<K> ? [Fields<K>?] : [Fields<K>]): Promise<unknown> {
    return this.#line.send(kind, (fields ?? {}) as Fields<K>, false);
  }

  /** Asks something; nothing happens by it. */
  look<K extends Looking>(kind: K, ...[fields]: object extends Fields<K> ? [Fields<K>?] : [Fields<K>]): Promise<Answers[K]> {
    return this.#line.send(kind, (fields ?? {}) as Fields<K>, true) as Promise<Answers[K]>;
  }

  /** Older lines of the log, before those that are here; false where there are none. */
  async earlier(most = 50): Promise<boolean> {
    const first = this.lines[0]?.told ?? 0;
    if (first === 0) return false;
    const found = await this.look("log", { before: first, most });
    if (this.lines[0]?.told === first) this.lines = [...found, ...this.lines];
    return (this.lines[0]?.told ?? 0) > 0;
  }

  /** Called with each new document and the one before it; gives how to stop it. */
  heard(call: Heard): () => void {
    this.#heard.add(call);
    return () => this.#heard.delete(call);
  }

  /** Called with what is new in log and chat, not with what a welcome brings. */
  news(call: (lines: ToldLines[], chat: Said[]) => void): () => void {
    this.#news.add(call);
    return () => this.#news.delete(call);
  }

  /** Called once with whatever is new: document, log, chat or all of them. */
  changed(call: () => void): () => void {
    this.#changed.add(call);
    return () => this.#changed.delete(call);
  }

  /** Called when somebody points at a place. */
  pinged(call: (ping: Pinged) => void): () => void {
    this.#pinged.add(call);
    return () => this.#pinged.delete(call);
  }

  /** Shows on the board, here alone, what has been told of. */
  show(lines: ToldLines[]): void {
    for (const call of this.#shown) call(lines);
  }

  /** Called when somebody here wants to see once more what has been told of. */
  shown(call: (lines: ToldLines[]) => void): () => void {
    this.#shown.add(call);
    return () => this.#shown.delete(call);
  }

  wake(): void {
    this.#line.wake();
  }

  close(): void {
    this.#line.close();
  }

  #welcome(message: Welcome): void {
    const before = this.document;
    this.document = message.document;
    this.lines = message.lines;
    this.chat = message.chat;
    for (const one of this.#arriving.splice(0)) one.resolve(message.document);
    for (const call of this.#heard) call(message.document, before);
    for (const call of this.#changed) call();
  }

  #change(message: Change): void {
    const before = this.document;
    if (before === null) return;
    const { changes = [], lines = [], chat = [] } = message;
    this.document = apply(before, changes);
    const anew = this.document.scene?.id !== before.scene?.id; // of another scene nothing may have been told yet
    if (lines.length || anew) this.lines = withLines(anew ? [] : this.lines, lines);
    if (chat.length) this.chat = [...this.chat, ...chat];
    if (changes.length) for (const call of this.#heard) call(this.document, before);
    if (lines.length || chat.length) for (const call of this.#news) call(lines, chat);
    for (const call of this.#changed) call();
  }
}

/** A line whose number is 0 begins the log anew. */
export function withLines(lines: ToldLines[], more: ToldLines[]): ToldLines[] {
  const anew = more.findLastIndex((line) => line.told === 0);
  return anew < 0 ? [...lines, ...more] : more.slice(anew);
}
