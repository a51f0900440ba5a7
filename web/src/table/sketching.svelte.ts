/** What somebody does on the board by hand: draw, write, and for the game master cover places. One thing at a time. */

import type { Pen, Sketch } from "../board/marks/sketches";
import { isCell, placeKey, type Place } from "../board/aimed";
import { isUnknown } from "../board/lay/plane";
import { against } from "../protocol/against";
import type { Table } from "../protocol/table.svelte";
import type { Against } from "../protocol/types";

export type Tool = "pen" | "arrow" | "text" | "note" | "cover" | "clear";
type Point = readonly [number, number]; // in hundredths of a cell
const APART = 12; // hundredths between two points of a line
const MOST = 290; // points of a line: a longer one goes on as another

export class Sketching implements Pen {
  open = $state(false);
  tool = $state<Tool>("pen");
  seen = $state<"all" | "gm">("all");
  text = $state("");
  why = $state.raw<Against | null>(null);
  #points = $state.raw<readonly Point[]>([]);
  #from: Point | null = null; // of an arrow that is drawn by the keyboard
  #places = new Map<string, Place>(); // that are covered or uncovered with this stroke

  constructor(
    readonly table: Pick<Table, "do">,
    readonly note: (at: Place) => void = () => {}, // a note is to be written that is pinned there
  ) {}

  /** What is being drawn. */
  get sketch(): Sketch | null {
    if (this.#points.length < 2 || (this.tool !== "pen" && this.tool !== "arrow")) return null;
    return { id: "", kind: this.tool, points: this.#points, text: "", colour: 0, alone: this.seen === "gm" };
  }

  get covers(): boolean {
    return this.tool === "cover" || this.tool === "clear";
  }

  choose(tool: Tool): void {
    this.tool = tool;
    this.#from = null;
    this.#stop();
  }

  draw(spot: readonly [number, number], place: Place | null, how: "begin" | "on" | "end" | "lost"): void {
    if (how === "lost") return this.#stop();
    if (this.covers) {
      if (how === "begin") this.#places.clear();
      if (place !== null && !isUnknown(place)) this.#places.set(placeKey(place), place);
      if (how === "end") this.#cover();
      return;
    }
    if (this.tool === "note") {
      if (how === "end" && place !== null && !isUnknown(place)) this.note(place);
      return;
    }
    const at = hundredths(spot);
    if (this.tool === "text") {
      if (how === "end") this.#write(at);
      return;
    }
    if (how === "begin") this.#points = [at];
    else if (this.tool === "arrow") this.#points = [this.#points[0] ?? at, at];
    else if (how === "end" || apart(this.#points.at(-1) ?? at, at) >= APART) this.#points = [...this.#points, at];
    if (how === "end" || this.#points.length >= MOST) this.#put(how === "end" ? [] : [at]);
  }

  /** The same by the keyboard: at a place. An arrow goes from one place to the next. */
  pick(place: Place, centre: readonly [number, number]): void {
    if (isUnknown(place)) return;
    if (this.covers) {
      this.#places = new Map([[placeKey(place), place]]);
      this.#cover();
    } else if (this.tool === "text") this.#write(hundredths(centre));
    else if (this.tool === "note") this.note(place);
    else if (this.#from === null) this.#from = hundredths(centre);
    else {
      this.#points = [this.#from, hundredths(centre)];
      this.#from = null;
      this.#put([]);
    }
  }

  all(cover: boolean): void {
    this.#do("fog", { all: cover });
  }

  undo(): void {
    this.#do("wipe", { last: true });
  }

  wipe(): void {
    this.#do("wipe", {});
  }

  #write(at: Point): void {
    const text = this.text.trim();
    if (!text) return;
    this.#do("draw", { kind: "text", points: [at], text, seen: this.seen });
    this.text = "";
  }

  #put(next: readonly Point[]): void {
    const points = this.#points.filter((point, i, all) => !i || apart(point, all[i - 1]!) > 0);
    if (points.length > 1) this.#do("draw", { kind: this.tool, points, seen: this.seen });
    this.#points = next;
  }

  #cover(): void {
    const places = [...this.#places.values()].map((place) => (isCell(place) ? [place[0], place[1]] : place));
    if (places.length) this.#do("fog", { [this.tool]: places });
    this.#places.clear();
  }

  #stop(): void {
    this.#points = [];
    this.#places.clear();
  }

  #do(what: "draw" | "wipe" | "fog", fields: Record<string, unknown>): void {
    this.why = null;
    this.table.do(what, fields).catch((fault) => (this.why = against(fault)));
  }
}

function hundredths([x, y]: readonly [number, number]): Point {
  return [Math.round(100 * x), Math.round(100 * y)];
}

function apart([x, y]: Point, [u, v]: Point): number {
  return Math.hypot(x - u, y - v);
}
