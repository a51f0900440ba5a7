import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Camera } from "./camera.svelte";
import { Gestures, type Hands } from "./gestures";

const LONG = 700; // milliseconds: longer than a long press
let done: string[];
let gestures: Gestures;

beforeEach(() => {
  vi.useFakeTimers();
  done = [];
  const view = { getBoundingClientRect: () => ({ left: 0, top: 0 }), setPointerCapture: () => undefined };
  const hands: Hands = {
    grip: () => null,
    hover: () => undefined,
    tap: (_, long) => done.push(long ? "long tap" : "tap"),
    press: () => done.push("press") < 0,
    drag: () => done.push("drag"),
    drop: () => done.push("drop"),
    measuring: () => false,
    measure: () => undefined,
  };
  gestures = new Gestures(view as unknown as HTMLElement, { panBy: () => done.push("pan") } as unknown as Camera, hands);
});

afterEach(() => vi.useRealTimers());

function pointer(type: string, more: Partial<PointerEvent> = {}): PointerEvent {
  return { type, pointerId: 1, pointerType: "touch", button: 0, altKey: false, clientX: 40, clientY: 40, ...more } as PointerEvent;
}

test("a short touch is a tap", () => {
  gestures.down(pointer("pointerdown"));
  gestures.up(pointer("pointerup"));
  expect(done).toEqual(["tap"]);
});

test("a long press of a finger is told at once, and its tap is not lost", () => {
  gestures.down(pointer("pointerdown"));
  vi.advanceTimersByTime(LONG);
  expect(done).toEqual(["press"]);
  gestures.up(pointer("pointerup"));
  expect(done).toEqual(["press", "long tap"]);
});

test("a mouse may be held down as long as one likes", () => {
  gestures.down(pointer("pointerdown", { pointerType: "mouse" }));
  vi.advanceTimersByTime(LONG);
  gestures.up(pointer("pointerup", { pointerType: "mouse" }));
  expect(done).toEqual(["tap"]);
});

test("with Alt a click is a press", () => {
  gestures.down(pointer("pointerdown", { pointerType: "mouse", altKey: true }));
  gestures.up(pointer("pointerup", { pointerType: "mouse" }));
  expect(done).toEqual(["press"]);
});

test("who moves on after a long press looks around, and taps nothing", () => {
  gestures.down(pointer("pointerdown"));
  vi.advanceTimersByTime(LONG);
  gestures.move(pointer("pointermove", { clientX: 90 }));
  gestures.up(pointer("pointerup", { clientX: 90 }));
  expect(done).toEqual(["press", "pan"]);
});
