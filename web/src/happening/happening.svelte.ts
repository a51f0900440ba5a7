/** What happens at a table, as it is seen on the board and heard: each thing comes in its time, is there for a moment, and
 * goes. It never keeps anybody from doing the next thing: what comes meanwhile is shown soon, and much of it faster. */

import type { Beings } from "../board/aimed";
import type { Noise } from "../games/sounds";
import type { Style } from "../look/dice.svelte";
import type { Table } from "../protocol/table.svelte";
import type { Document, ToldLines } from "../protocol/types";
import { happened, type Happened, type Pace } from "./happened";

export interface Shown {
  id: number;
  what: Happened;
}

/** How somebody got to where they are, for their token, and when. */
export interface Went {
  how: "slid" | "fell" | "down";
  after: number; // milliseconds
}

export const MOST_SHOWN = 24; // at once
const LATEST = 900; // milliseconds after which it begins, whatever is still to be seen
const LASTS: Record<Happened["kind"], number> = { thrown: 2_300, struck: 700, came: 1_500, slid: 700, fell: 700, down: 500, gone: 900 };
const PACES: Record<Style, Pace> = { dice: { thrown: 480, struck: 240 }, quick: { thrown: 120, struck: 160 }, none: { thrown: 0, struck: 160 } };
const STILL: Pace = { thrown: 0, struck: 0 };

/** A table as far as it tells what happens. */
export type Telling = Pick<Table, "document" | "heard" | "news" | "changed">;

const never = () => () => undefined;
/** Where nothing is told: what is seen is shown by hand. */
export const UNTOLD: Telling = { document: null, heard: never, news: never, changed: never };

/** How this browser shows and sounds things. */
export interface How {
  readonly still: boolean; // nothing moves
  readonly style: Style; // of dice
  vital(game: string): readonly string[]; // the pools that keep somebody up
  play(noise: Noise): void;
}

export class Happening {
  /** All that is to be seen now. */
  now = $state.raw<readonly Shown[]>([]);
  /** Everybody as they were before what was told last. */
  was = $state.raw<Beings>({});
  /** How those got there who have just moved, by id. */
  went: Readonly<Record<string, Went>> = {};

  #table: Telling;
  #how: How;
  #before: Document | null = null;
  #lines: ToldLines[] = [];
  #last = 0;
  #until = 0; // by the clock of the page: when all that was told so far has begun
  #timers = new Set<ReturnType<typeof setTimeout>>();
  #stops: (() => void)[];

  constructor(table: Telling, how: How) {
    this.#table = table;
    this.#how = how;
    this.#stops = [
      table.heard((_, before) => (this.#before ??= before)),
      table.news((lines) => this.#lines.push(...lines)),
      table.changed(() => this.#told()),
    ];
  }

  close(): void {
    for (const stop of this.#stops) stop();
    this.#clear();
  }

  /** A change was told, whole: document and lines. */
  #told(): void {
    const after = this.#table.document;
    const [before, lines] = [this.#before ?? after, this.#lines];
    [this.#before, this.#lines] = [null, []];
    this.went = {};
    if (!after || !before) return;
    if (before.scene?.id !== after.scene?.id) return this.#clear();
    if (lines.length) this.show(before, after, lines);
  }

  /** Shows what was told; public for whoever has it from elsewhere. */
  show(before: Document, after: Document, lines: readonly ToldLines[]): void {
    if (typeof document !== "undefined" && document.visibilityState === "hidden") return;
    const now = performance.now();
    const wait = Math.min(LATEST, Math.max(0, this.#until - now));
    const { still, style } = this.#how;
    const found = happened(before, after, lines, still ? STILL : PACES[style], this.#how.vital(after.table.game)).slice(0, MOST_SHOWN);
    this.was = before.beings;
    this.went = Object.fromEntries(found.flatMap((one) => (one.kind === "slid" || one.kind === "fell" || one.kind === "down" ? [[one.who, { how: one.kind, after: wait + one.at }]] : [])));
    for (const at of new Set(found.map((one) => one.at))) this.#later(wait + at, () => this.#begin(found.filter((one) => one.at === at)));
    this.#until = now + wait + (found.at(-1)?.at ?? 0);
  }

  /** All that begins together; what takes equally long ends together, too. */
  #begin(found: readonly Happened[]): void {
    const begun = found.map((what) => ({ id: ++this.#last, what }));
    this.now = [...this.now, ...begun].slice(-MOST_SHOWN);
    for (const lasts of new Set(found.map(({ kind }) => LASTS[kind]))) this.#later(lasts, () => (this.now = this.now.filter((one) => !begun.includes(one) || LASTS[one.what.kind] !== lasts)));
    for (const noise of new Set(found.map(noiseOf))) this.#how.play(noise);
  }

  #later(after: number, call: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      call();
    }, after);
    this.#timers.add(timer);
  }

  #clear(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    this.now = [];
    this.went = {};
    this.#until = 0;
  }
}

/** What is heard of it. */
export function noiseOf(what: Happened): Noise {
  if (what.kind === "thrown") return "dice";
  if (what.kind === "struck") return what.hit ? "hit" : "miss";
  if (what.kind === "came") return what.good ? "heal" : "lose";
  return what.kind === "slid" ? "slide" : "fall";
}
