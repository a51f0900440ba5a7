/** Looks on the way to a deed: what was asked last in each matter is answered, older questions are dropped, answers are
 * kept until the table changes, and no more is asked than the server likes. */

import type { Fields } from "../protocol/socket";
import type { Looking, Table } from "../protocol/table.svelte";
import type { Answers } from "../protocol/types";

export type Asking = Pick<Table, "look">;

const MOST = 40; // what may be spent at once, and again each second; the server bears 60 and 20
const EACH_SECOND = 14;
const PRICE: { [K in Looking]?: number } = { odds: 5, answer_odds: 5, path: 4, suggest: 5, reach: 3, instead: 5, ahead: 7, bar: 5 };
const PATIENCE: { [K in Looking]?: number } = { odds: 90, path: 60, sight: 90, instead: 250 }; // milliseconds somebody points before it is asked

export class Looks {
  #kept = new Map<string, unknown>();
  #asked = new Map<Looking, { key: string; cancel: () => void }>();
  #age = 0;
  #budget = MOST;
  #at = Date.now();

  constructor(readonly table: Asking) {}

  /** What is known already. */
  kept<K extends Looking>(kind: K, fields: Fields<K>): Answers[K] | undefined {
    return this.#kept.get(keyOf(kind, fields)) as Answers[K] | undefined;
  }

  /** Asks; `told` is called once, unless something else is asked in this matter before, or the table changes.
   * `failed` is called with what the server has against it. Where there is more to be known than was answered, `further`
   * says what to ask then, and `told` is called again. */
  ask<K extends Looking>(
    kind: K,
    fields: Fields<K>,
    told: (answer: Answers[K]) => void,
    failed: (fault: Error) => void = () => undefined,
    further: (answer: Answers[K]) => Fields<K> | null = () => null,
  ): void {
    const key = keyOf(kind, fields);
    if (this.#asked.get(kind)?.key === key) return;
    this.drop(kind);
    let next: Fields<K> | null = fields;
    if (this.#kept.has(key)) {
      const known = this.#kept.get(key) as Answers[K];
      told(known);
      next = further(known);
      if (next === null) return;
    }
    const age = this.#age;
    let wanted = true;
    let timer: ReturnType<typeof setTimeout>;
    const send = (what: Fields<K>, patience: number) => {
      timer = setTimeout(
        () => {
          this.#spend(PRICE[kind] ?? 1);
          const asked = this.table.look(kind, ...([what] as never)) as Promise<Answers[K]>;
          asked.then(
            (answer) => {
              if (age !== this.#age) return;
              this.#kept.set(key, answer);
              if (!wanted) return;
              const more = further(answer);
              if (more === null) this.#asked.delete(kind);
              told(answer);
              if (more !== null && wanted) send(more, 0);
            },
            (fault: Error) => {
              if (!wanted || age !== this.#age) return;
              this.#asked.delete(kind);
              failed(fault);
            },
          );
        },
        Math.max(patience, this.#pause(PRICE[kind] ?? 1)),
      );
    };
    const cancel = () => {
      wanted = false;
      clearTimeout(timer);
    };
    this.#asked.set(kind, { key, cancel });
    send(next, PATIENCE[kind] ?? 0);
  }

  /** Nobody wants to know any more. */
  drop(kind: Looking): void {
    this.#asked.get(kind)?.cancel();
    this.#asked.delete(kind);
  }

  /** The table has changed: all that was known may be different now. */
  forget(): void {
    this.#age++;
    this.#kept.clear();
    for (const asked of this.#asked.values()) asked.cancel();
    this.#asked.clear();
  }

  /** What is known may be different now, though nobody can see it: what is asked from now on is not answered by it. */
  outdate(): void {
    this.#kept.clear();
  }

  #refill(): void {
    const now = Date.now();
    this.#budget = Math.min(MOST, this.#budget + ((now - this.#at) * EACH_SECOND) / 1000);
    this.#at = now;
  }

  #spend(price: number): void {
    this.#refill();
    this.#budget -= price;
  }

  /** Milliseconds until so much may be spent. */
  #pause(price: number): number {
    this.#refill();
    return this.#budget >= price ? 0 : ((price - this.#budget) * 1000) / EACH_SECOND;
  }
}

function keyOf(kind: Looking, fields: object): string {
  return `${kind} ${JSON.stringify(fields)}`;
}
