/** Fingers and mouse on the view: pan, pinch, wheel, tap, long press, and dragging a token. */
import type { Camera } from "./camera.svelte";
import type { Point } from "./lay/cells";

export interface Hands {
  /** Somebody there who may be dragged. */
  grip(at: Point): string | null;
  hover(at: Point | null): void;
  tap(at: Point, long: boolean): void; // long: a press was told of already
  press(at: Point, alt: boolean): boolean; // long with a finger, with Alt, or with the other button: is that all it was?
  drag(who: string, at: Point): void;
  drop(who: string, at: Point | null): void; // nothing: let go of it
  drawing?(): boolean; // does a finger draw, in place of moving the board?
  draw?(at: Point, how: "begin" | "on" | "end" | "lost"): void;
  measuring(): boolean;
  measure(from: Point, to: Point): void;
}

const SLACK = { mouse: 4, touch: 10 };
const LONG = 550; // milliseconds
const WHEEL = 0.0016;

type Doing = { kind: "none" | "pinch" } | { kind: "press" | "pressed" | "pan" | "measure" | "draw"; from: Point } | { kind: "drag"; who: string };

export class Gestures {
  #down = new Map<number, Point>();
  #doing: Doing = { kind: "none" };
  #grip: string | null = null;
  #alt = false; // was the key held when it began
  #long: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly view: HTMLElement,
    readonly camera: Camera,
    readonly hands: Hands,
  ) {}

  #at(event: PointerEvent | WheelEvent): Point {
    const { left, top } = this.view.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  }

  down = (event: PointerEvent): void => {
    if (event.button === 2) return;
    const at = this.#at(event);
    this.view.setPointerCapture(event.pointerId);
    this.#down.set(event.pointerId, at);
    if (this.#down.size === 2) {
      clearTimeout(this.#long);
      if (this.#doing.kind === "drag") this.hands.drop(this.#doing.who, null);
      else if (this.#doing.kind === "draw") this.hands.draw?.(at, "lost");
      this.#doing = { kind: "pinch" };
      return;
    }
    if (this.#down.size > 2) return;
    if (this.hands.drawing?.()) {
      this.#doing = { kind: "draw", from: at };
      this.hands.draw?.(at, "begin");
      return;
    }
    if (this.hands.measuring()) {
      this.#doing = { kind: "measure", from: at };
      this.hands.measure(at, at);
      return;
    }
    this.#doing = { kind: "press", from: at };
    this.#grip = this.hands.grip(at);
    this.#alt = event.altKey;
    if (event.pointerType === "mouse") return; // it has a key and another button for that, and may be held down as long as one likes
    this.#long = setTimeout(() => {
      if (this.#doing.kind !== "press") return;
      this.#doing = this.hands.press(at, false) ? { kind: "none" } : { kind: "pressed", from: at };
    }, LONG);
  };

  move = (event: PointerEvent): void => {
    const at = this.#at(event);
    const before = this.#down.get(event.pointerId);
    if (!before) {
      if (event.pointerType !== "touch") this.hands.hover(at);
      return;
    }
    const doing = this.#doing;
    if (doing.kind === "pinch") {
      this.#pinch(event.pointerId, at);
      return;
    }
    this.#down.set(event.pointerId, at);
    if (doing.kind === "press" || doing.kind === "pressed") {
      const slack = event.pointerType === "touch" ? SLACK.touch : SLACK.mouse;
      if (Math.hypot(at.x - doing.from.x, at.y - doing.from.y) < slack) return;
      clearTimeout(this.#long);
      this.#doing = this.#grip ? { kind: "drag", who: this.#grip } : { kind: "pan", from: doing.from };
      if (this.#doing.kind === "pan") this.camera.panBy(at.x - doing.from.x, at.y - doing.from.y);
      else this.hands.drag(this.#grip!, at);
    } else if (doing.kind === "pan") this.camera.panBy(at.x - before.x, at.y - before.y);
    else if (doing.kind === "drag") this.hands.drag(doing.who, at);
    else if (doing.kind === "draw") this.hands.draw?.(at, "on");
    else if (doing.kind === "measure") this.hands.measure(doing.from, at);
  };

  up = (event: PointerEvent): void => {
    const at = this.#at(event);
    clearTimeout(this.#long);
    if (!this.#down.delete(event.pointerId)) return;
    const doing = this.#doing;
    if (doing.kind === "pinch") {
      if (this.#down.size < 2) this.camera.settle();
      if (this.#down.size === 0) this.#doing = { kind: "none" };
      return;
    }
    this.#doing = { kind: "none" };
    const lost = event.type === "pointercancel";
    if (doing.kind === "drag") this.hands.drop(doing.who, lost ? null : at);
    else if (doing.kind === "draw") this.hands.draw?.(at, lost ? "lost" : "end");
    else if (doing.kind === "press" && this.#alt && !lost) this.hands.press(at, true);
    else if ((doing.kind === "press" || doing.kind === "pressed") && !lost) this.hands.tap(at, doing.kind === "pressed");
  };

  leave = (): void => {
    if (this.#down.size === 0) this.hands.hover(null);
  };

  menu = (event: MouseEvent): void => {
    event.preventDefault();
    const { left, top } = this.view.getBoundingClientRect();
    if (this.#down.size === 0) this.hands.press({ x: event.clientX - left, y: event.clientY - top }, event.altKey);
  };

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
    const still = first === id ? other : one;
    const before = first === id ? one : other;
    const factor = Math.hypot(at.x - still.x, at.y - still.y) / Math.max(1, Math.hypot(before.x - still.x, before.y - still.y));
    const centre = { x: (at.x + still.x) / 2, y: (at.y + still.y) / 2 };
    this.camera.panBy((at.x - before.x) / 2, (at.y - before.y) / 2);
    this.camera.zoomBy(factor, centre);
    this.#down.set(id, at);
  }
}

/** Whatever is done with mouse and finger on this element. */
export function heard(element: HTMLElement, gestures: Gestures): void {
  element.addEventListener("pointerdown", gestures.down);
  element.addEventListener("pointermove", gestures.move);
  element.addEventListener("pointerup", gestures.up);
  element.addEventListener("pointercancel", gestures.up);
  element.addEventListener("pointerleave", gestures.leave);
  element.addEventListener("contextmenu", gestures.menu);
  element.addEventListener("wheel", gestures.wheel, { passive: false });
}
