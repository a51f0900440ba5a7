/**
 * What part of the drawing is seen. The drawing is laid out at a settled scale; while somebody zooms it is only stretched,
 * and it is drawn sharp again when the gesture has ended. So nothing is drawn anew while it moves.
 */
import type { Box, Point } from "./lay/cells";

export interface Insets {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const SLACK = 0.25; // of the view, that may lie beside the board
const REST = 220; // milliseconds after it moved last
const LARGEST = 190; // pixels of a cell
const STEP = 1.25;
const ALL = 1.02; // times the scale of the whole board, up to which it counts as seen

export class Camera {
  width = $state(0); // of the view, in pixels
  height = $state(0);
  scale = $state(1); // pixels for each unit of the drawing
  settled = $state(1);
  x = $state(0); // where the left upper corner of the drawing's box lies in the view
  y = $state(0);
  fitted = $state(true); // the whole board as it fits, nobody has moved it

  /** `beyond`: how many times smaller than the whole board one may look, so as to have room beside it. */
  constructor(readonly beyond = 1) {}

  #box: Box = { x: 0, y: 0, width: 1, height: 1 };
  #unit = 64;
  #insets: Insets = { left: 0, top: 0, right: 0, bottom: 0 };
  #least = 0; // pixels of a cell below which the whole board is not shown at once
  #was = 0; // the scale at which the whole board was seen when it was laid last
  #timer: ReturnType<typeof setTimeout> | undefined;

  get box(): Box {
    return this.#box;
  }

  /** How much the settled drawing is stretched now. */
  get stretch(): number {
    return this.scale / this.settled;
  }

  /** Where the corner of the drawing is put: on a whole pixel of the screen, since between two all of it is blurred. */
  get corner(): Point {
    if (this.stretch !== 1) return { x: this.x, y: this.y };
    const dots = globalThis.devicePixelRatio || 1;
    return { x: Math.round(this.x * dots) / dots, y: Math.round(this.y * dots) / dots };
  }

  /** The room for the board, and the size of what it draws. `least` is for small screens, where the board is larger than
   * the view and `focus` is in its middle. */
  lay(box: Box, unit: number, insets: Insets, least: number, focus: Point | null): void {
    this.#box = box;
    this.#unit = unit;
    this.#insets = insets;
    this.#least = least;
    const [before, now] = [this.#was, this.whole];
    this.#was = now;
    if (this.fitted) this.fit(focus);
    else if (this.scale < now / this.beyond || (this.beyond === 1 && now !== before && this.scale < before * ALL)) this.#seeAll(); // who saw all of it sees all
    else {
      this.#keepInView();
      this.settle();
    }
  }

  #seeAll(): void {
    if (this.whole < this.#least / this.#unit) this.overview();
    else this.fit();
  }

  /** The scale at which the whole board is seen. */
  get whole(): number {
    const { left, top, right, bottom } = this.#insets;
    const room = Math.min((this.width - left - right) / this.#box.width, (this.height - top - bottom) / this.#box.height);
    return Math.max(room, 0.02);
  }

  fit(focus: Point | null = null): void {
    this.fitted = true;
    this.scale = Math.min(Math.max(this.whole, this.#least / this.#unit), LARGEST / this.#unit);
    if (!this.seesAll && focus) this.#middle(focus);
    else this.#centre();
    this.#keepInView(0); // no more beside the board than must be
    this.settle();
  }

  /** The whole board, however small it is. */
  overview(): void {
    this.fitted = false;
    this.scale = this.whole;
    this.#centre();
    this.settle();
  }

  /** Is the whole board in view? */
  get seesAll(): boolean {
    return this.scale < this.whole * ALL;
  }

  panBy(dx: number, dy: number): void {
    this.fitted = false;
    this.#go(dx, dy);
  }

  #go(dx: number, dy: number): void {
    this.x += dx;
    this.y += dy;
    this.#keepInView();
    this.#rest();
  }

  zoomBy(factor: number, at: Point = { x: this.width / 2, y: this.height / 2 }): void {
    const least = Math.min(this.whole / this.beyond, LARGEST / this.#unit);
    const to = Math.min(Math.max(this.scale * factor, least), Math.max(LARGEST / this.#unit, least));
    const grown = to / this.scale;
    this.x = at.x - (at.x - this.x) * grown;
    this.y = at.y - (at.y - this.y) * grown;
    this.scale = to;
    this.fitted = false;
    this.#keepInView();
    this.#rest();
  }

  closer(): void {
    this.zoomBy(STEP);
  }

  farther(): void {
    this.zoomBy(1 / STEP);
  }

  /** A place comes into view if it is not there. Nobody has moved the board. */
  show(point: Point): void {
    const margin = Math.min(70, this.width / 5, this.height / 5);
    const { x, y } = this.toView(point);
    const { left, top, right, bottom } = this.#insets;
    const dx = x < left + margin ? left + margin - x : x > this.width - right - margin ? this.width - right - margin - x : 0;
    const dy = y < top + margin ? top + margin - y : y > this.height - bottom - margin ? this.height - bottom - margin - y : 0;
    if ((dx || dy) && !this.seesAll) this.#go(dx, dy);
  }

  /** All of this comes into view, as far as it fits at the least scale that is asked for. Nobody has moved it. */
  showAll(box: Box, least: number): void {
    if (this.seesAll) return;
    const { left, top, right, bottom } = this.#insets;
    const fits = Math.min((this.width - left - right) / box.width, (this.height - top - bottom) / box.height);
    const to = Math.min(this.scale, Math.max(fits, least, this.whole));
    if (to > fits) return; // the part of it that is seen will do
    this.scale = to;
    const corner = this.toView(box);
    this.x += into(corner.x, box.width * to, left, this.width - right);
    this.y += into(corner.y, box.height * to, top, this.height - bottom);
    this.#keepInView();
    this.settle();
  }

  settle(): void {
    clearTimeout(this.#timer);
    this.settled = this.scale;
  }

  #rest(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.settle(), REST);
  }

  /** The part of the drawing that is in view. */
  get view(): Box {
    return { ...this.toBoard({ x: 0, y: 0 }), width: this.width / this.scale, height: this.height / this.scale };
  }

  toView({ x, y }: Point): Point {
    return { x: this.x + (x - this.#box.x) * this.scale, y: this.y + (y - this.#box.y) * this.scale };
  }

  toBoard({ x, y }: Point): Point {
    return { x: this.#box.x + (x - this.x) / this.scale, y: this.#box.y + (y - this.y) / this.scale };
  }

  #middle(focus: Point): void {
    const { left, top, right, bottom } = this.#insets;
    this.x = (this.width + left - right) / 2 - (focus.x - this.#box.x) * this.scale;
    this.y = (this.height + top - bottom) / 2 - (focus.y - this.#box.y) * this.scale;
  }

  #centre(): void {
    this.#middle({ x: this.#box.x + this.#box.width / 2, y: this.#box.y + this.#box.height / 2 });
  }

  /** No farther than that a part of the board stays in the middle of the view. */
  #keepInView(slack = SLACK): void {
    const { left, top, right, bottom } = this.#insets;
    const [wide, high] = [this.#box.width * this.scale, this.#box.height * this.scale];
    this.x = held(this.x, wide, left, this.width - right, slack);
    this.y = held(this.y, high, top, this.height - bottom, slack);
  }
}

/** One that fits stays where it is wholly seen, or in the middle; a larger one covers the middle of the view. */
function held(at: number, size: number, from: number, to: number, share: number): number {
  const room = to - from;
  if (size <= room) return Math.min(Math.max(at, from), to - size);
  const slack = room * share;
  return Math.min(Math.max(at, to - size - slack), from + slack);
}

/** By how much something of this size goes, so that it lies between the two. */
function into(at: number, size: number, from: number, to: number): number {
  return at < from ? from - at : at + size > to ? to - at - size : 0;
}
