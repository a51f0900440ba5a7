/** Mouse, pen and fingers on the sheet: one draws, the right button takes away; two fingers, the middle button and the
    space bar move the sheet, and the wheel brings it closer. */

import type { Camera } from "../../board/camera.svelte";
import type { Point } from "../../board/lay/cells";

export interface Drawn {
  /** Something there that is dragged, not drawn on; gives what follows the hand. */
  grip(at: Point): ((to: Point, done: boolean) => void) | null;
  hover(at: Point | null): void;
  begin(at: Point, take: boolean): void;
  move(at: Point, straight: boolean): void;
  end(): void;
  cancel(): void;
}

const WHEEL = 0.0016;
const YOUNG = 260; // milliseconds in which a second finger still means to move the sheet, not to draw

type Doing = "none" | "draw" | "pan" | "pinch" | "drag";

export class Pen {
  space = false; // it is held
  #down = new Map<number, Point>();
  #doing: Doing = "none";
  #since = 0;
  #drag: ((to: Point, done: boolean) => void) | null = null;

  constructor(
    readonly view: HTMLElement,
    readonly camera: Camera,
    readonly hand: Drawn,
  ) {}

  #at(event: PointerEvent | WheelEvent): Point {
    const { left, top } = this.view.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  }

  down = (event: PointerEvent): void => {
    const at = this.#at(event);
    this.view.setPointerCapture(event.pointerId);
    this.#down.set(event.pointerId, at);
    if (this.#down.size === 2 && (this.#doing !== "draw" || event.timeStamp - this.#since < YOUNG)) {
      if (this.#doing === "draw") this.hand.cancel();
      this.#doing = "pinch";
    }
    if (this.#down.size > 1) return;
    this.#since = event.timeStamp;
    if (event.button === 1 || this.space) {
      this.#doing = "pan";
      event.preventDefault();
      return;
    }
    this.#drag = event.button === 0 ? this.hand.grip(at) : null;
    this.#doing = this.#drag ? "drag" : "draw";
    if (this.#doing === "draw") this.hand.begin(at, event.button === 2);
  };

  move = (event: PointerEvent): void => {
    const at = this.#at(event);
    const before = this.#down.get(event.pointerId);
    if (!before) {
      if (event.pointerType !== "touch") this.hand.hover(at);
      return;
    }
    if (this.#doing === "pinch") return this.#pinch(event.pointerId, at);
    this.#down.set(event.pointerId, at);
    if (this.#doing === "pan") this.camera.panBy(at.x - before.x, at.y - before.y);
    else if (this.#doing === "drag") this.#drag?.(at, false);
    else if (this.#doing === "draw") this.hand.move(at, event.shiftKey);
  };

  up = (event: PointerEvent): void => {
    const at = this.#at(event);
    if (!this.#down.delete(event.pointerId)) return;
    const doing = this.#doing;
    if (doing === "pinch" && this.#down.size) return;
    this.#doing = "none";
    if (doing === "drag") this.#drag?.(at, true);
    else if (doing === "draw" && event.type === "pointercancel") this.hand.cancel();
    else if (doing === "draw") this.hand.end();
    this.#drag = null;
    if (event.pointerType === "touch") this.hand.hover(null);
  };

  leave = (): void => {
    if (this.#down.size === 0) this.hand.hover(null);
  };

  menu = (event: MouseEvent): void => event.preventDefault();

  wheel = (event: WheelEvent): void => {
    event.preventDefault();
    const by = event.deltaMode === 1 ? event.deltaY * 20 : event.deltaY;
    if (event.shiftKey) this.camera.panBy(-by, 0);
    else this.camera.zoomBy(Math.exp(-by * WHEEL * (event.ctrlKey ? 4 : 1)), this.#at(event));
  };

  #pinch(id: number, at: Point): void {
    const [one, other] = [...this.#down.values()];
    const [first] = [...this.#down.keys()];
    if (!one || !other) return;
    const [still, before] = first === id ? [other, one] : [one, other];
    const factor = Math.hypot(at.x - still.x, at.y - still.y) / Math.max(1, Math.hypot(before.x - still.x, before.y - still.y));
    this.camera.panBy((at.x - before.x) / 2, (at.y - before.y) / 2);
    this.camera.zoomBy(factor, { x: (at.x + still.x) / 2, y: (at.y + still.y) / 2 });
    this.#down.set(id, at);
  }

  /** All that is done with mouse and finger on its element. */
  hear(): void {
    this.view.addEventListener("pointerdown", this.down);
    this.view.addEventListener("pointermove", this.move);
    this.view.addEventListener("pointerup", this.up);
    this.view.addEventListener("pointercancel", this.up);
    this.view.addEventListener("pointerleave", this.leave);
    this.view.addEventListener("contextmenu", this.menu);
    this.view.addEventListener("wheel", this.wheel, { passive: false });
  }
}
