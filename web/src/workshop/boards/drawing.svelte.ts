/** A board that is being drawn: its plan, the strokes so far, and with what one draws.

    Plans are never changed, each stroke gives another one: to undo is to go back to the plan before. What the server
    makes of the plan (how it looks at a table, what does not hold) comes a moment later, into `told`. */

import type { Board } from "../../board/aimed";
import { Marks, paintOf } from "./painting";
import { type On, type Paint, type Palette, type Plan, usualValues, type Values } from "./plan";

export const BOARD = "board"; // the board itself as a paint, and its layer
const MOST = 200; // strokes that can be undone

/** What a stroke is called: what was drawn, how much of it, and how it looks. Strokes of the same `of` are one. */
export interface StrokeTold {
  name: string;
  words: string;
  look: string;
  on?: On; // cells, unless it is said otherwise
  of?: string;
}

export interface Stroke extends StrokeTold {
  was: Plan;
  is: Plan;
}

/** Where something is, to be shown on the board. */
export interface Shown {
  cells: readonly (readonly [number, number])[];
  rooms: readonly string[];
}

export interface Fault extends Shown {
  text: string;
  severe: boolean;
  rule: string;
}

export interface Sentence extends Shown {
  text: string;
  good: boolean;
}

/** What the server says of a plan. */
export interface Told {
  of: Plan;
  shown: Board | null;
  faults: readonly Fault[];
  checks: readonly Sentence[];
}

export class Drawing {
  readonly palette: Palette;
  plan: Plan = $state.raw({ kind: "hexes", cells: [], rooms: [], drawn: [], whole: {} });
  strokes = $state.raw<readonly Stroke[]>([]);
  done = $state(0); // so many of them are drawn; those behind were undone
  live = $state.raw<StrokeTold | null>(null); // while the hand is down
  peeked = $state<number | null>(null); // the board before this stroke is looked at
  tool = $state("brush");
  paint = $state(BOARD);
  hidden = $state.raw<ReadonlySet<string>>(new Set()); // layers that are not seen
  locked = $state.raw<ReadonlySet<string>>(new Set()); // layers that keep strokes off
  told = $state.raw<Told | null>(null);
  pointed = $state.raw<Shown | null>(null); // what a sentence of the margin speaks of
  #values = $state.raw<Readonly<Record<string, Values>>>({});
  #onplan: (plan: Plan) => void;

  /** The plan that is looked at: as it is, or as it was before a stroke. */
  seen = $derived(this.peeked === null ? this.plan : (this.strokes[this.peeked]?.was ?? this.plan));
  marks = $derived.by(() => new Marks(this.seen, this.palette));
  shown = $derived(this.told?.shown ?? null);
  faults = $derived(this.told?.faults ?? []);
  checks = $derived(this.told?.checks ?? []);

  constructor(palette: Palette, plan: Plan, onplan: (plan: Plan) => void = () => {}) {
    this.palette = palette;
    this.plan = plan;
    this.#onplan = onplan;
  }

  // ---------------------------------------------------------------- strokes

  /** From the plan as it is to another; undone as one. */
  stroke(told: StrokeTold, next: Plan): void {
    if (next === this.plan) return;
    const before = this.strokes.slice(0, this.done);
    const last = before.at(-1);
    if (told.of && last?.of === told.of) before[before.length - 1] = { ...told, was: last.was, is: next };
    else before.push({ ...told, was: this.plan, is: next });
    this.strokes = before.slice(-MOST);
    this.#stand(this.strokes.length, next);
  }

  undo(): void {
    this.goTo(this.done - 1);
  }

  redo(): void {
    this.goTo(this.done + 1);
  }

  /** As it was when so many strokes were drawn; those that came later can be done again. */
  goTo(done: number): void {
    if (done < 0 || done > this.strokes.length || done === this.done) return;
    this.#stand(done, done ? this.strokes[done - 1]!.is : this.strokes[0]!.was);
  }

  #stand(done: number, plan: Plan): void {
    this.done = done;
    this.peeked = null;
    this.plan = plan;
    this.#onplan(plan);
  }

  // ---------------------------------------------------------------- with what one draws

  get chosen(): Paint | undefined {
    return paintOf(this.palette, this.paint);
  }

  /** The layer one draws on. */
  get layer(): string {
    return this.chosen?.layer ?? BOARD;
  }

  valuesOf(id: string): Values {
    const paint = paintOf(this.palette, id);
    return this.#values[id] ?? (paint ? usualValues(paint) : {});
  }

  /** The chosen paint says this from now on; nothing: it does not say it. */
  say(blank: string, value: unknown): void {
    const rest = Object.fromEntries(Object.entries(this.valuesOf(this.paint)).filter(([key]) => key !== blank));
    this.#values = { ...this.#values, [this.paint]: value === undefined ? rest : { ...this.valuesOf(this.paint), [blank]: value } };
  }

  /** Draws with this paint, as it stands somewhere. */
  take(paint: Paint, values: Values): void {
    this.paint = paint.id;
    this.#values = { ...this.#values, [paint.id]: values };
  }

  mayChange(layer: string): boolean {
    return !this.locked.has(layer) && !this.hidden.has(layer);
  }

  hide(layer: string): void {
    this.hidden = switched(this.hidden, layer);
  }

  lock(layer: string): void {
    this.locked = switched(this.locked, layer);
  }
}

function switched(all: ReadonlySet<string>, one: string): ReadonlySet<string> {
  const next = new Set(all);
  if (!next.delete(one)) next.add(one);
  return next;
}
