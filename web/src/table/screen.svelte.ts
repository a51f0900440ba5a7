/** One screen for two: it goes to whom the table waits for. Where they may see what the other may not, it is handed over
 *  first, with nothing of either on it. */

import { callKey, callOf } from "../margin/calls";
import type { Table } from "../protocol/table.svelte";
import type { Document } from "../protocol/types";

export class Screen {
  /** Who sits before it. */
  at = $state(0);
  /** To whom it is to be handed; nothing while somebody sits before it. */
  to = $state<number | null>(null);
  #heard = ""; // the call that was followed last

  constructor(
    readonly tables: readonly Pick<Table, "document">[],
    at = 0,
  ) {
    this.at = Math.max(0, at);
  }

  /** Follows a new call: of a turn, a question, dice to throw. */
  follow(): void {
    const documents = this.tables.map((table) => table.document);
    const next = callOf(documents[this.at] ?? null) ? this.at : documents.findIndex((doc) => callOf(doc));
    if (next < 0) return;
    const call = `${next} ${callKey(documents[next] ?? null)}`;
    if (call === this.#heard) return;
    this.#heard = call;
    this.turn(next);
  }

  /** Somebody else is to sit before it. */
  turn(next: number): void {
    const [now, then] = [this.tables[this.at]?.document, this.tables[next]?.document];
    if (next === this.at) this.to = null;
    else if (now && then && knowTheSame(now, then)) {
      this.at = next;
      this.to = null;
    } else this.to = next;
  }

  /** They say that they do. */
  take(): void {
    this.at = this.to ?? this.at;
    this.to = null;
  }
}

/** Does each see of the scene, of papers and handouts what the other sees? How much is told of one's own hero is no
 *  secret between two who play on one screen. */
export function knowTheSame(one: Document, other: Document): boolean {
  return known(one) === known(other);
}

function known(doc: Document): string {
  const { board, fog, beings, notes, handouts, drawings } = doc;
  return JSON.stringify([board, fog, ...[beings, notes, handouts, drawings].map((all) => Object.keys(all).sort())]);
}
