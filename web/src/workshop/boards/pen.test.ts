import { expect, test } from "vitest";
import type { Camera } from "../../board/camera.svelte";
import { Pen } from "./pen";

/** A pen on a view of its own, which writes down what it is told to do. */
function begun() {
  const done: string[] = [];
  const view = { getBoundingClientRect: () => ({ left: 0, top: 0 }), setPointerCapture: () => undefined } as unknown as HTMLElement;
  const camera = { panBy: (x: number, y: number) => done.push(`pan ${x} ${y}`), zoomBy: (factor: number) => done.push(`zoom ${Math.round(factor * 10) / 10}`) } as unknown as Camera;
  const hand = {
    grip: () => null,
    hover: () => undefined,
    begin: (_: unknown, take: boolean) => done.push(take ? "take" : "draw"),
    move: (_: unknown, straight: boolean) => done.push(straight ? "straight" : "move"),
    end: () => done.push("end"),
    cancel: () => done.push("cancel"),
  };
  return { pen: new Pen(view, camera, hand), done };
}

const pointer = (id: number, x: number, more: object = {}) => ({ pointerId: id, clientX: x, clientY: 0, button: 0, timeStamp: x, type: "", preventDefault: () => undefined, ...more }) as unknown as PointerEvent;

test("one finger draws, and the right button takes away", () => {
  const { pen, done } = begun();
  pen.down(pointer(1, 0));
  pen.move(pointer(1, 5, { shiftKey: true }));
  pen.up(pointer(1, 5));
  pen.down(pointer(1, 0, { button: 2 }));
  pen.up(pointer(1, 0, { type: "pointercancel" }));
  expect(done).toEqual(["draw", "straight", "end", "take", "cancel"]);
});

test("two fingers move the sheet, and what the first one began is not drawn", () => {
  const { pen, done } = begun();
  pen.down(pointer(1, 0));
  pen.down(pointer(2, 100));
  pen.move(pointer(2, 200));
  pen.up(pointer(2, 200));
  pen.move(pointer(1, 50));
  pen.up(pointer(1, 50));
  expect(done).toEqual(["draw", "cancel", "pan 50 0", "zoom 2"]);
});

test("the space bar and the middle button move the sheet", () => {
  const { pen, done } = begun();
  pen.space = true;
  pen.down(pointer(1, 0));
  pen.move(pointer(1, 9));
  pen.up(pointer(1, 9));
  expect(done).toEqual(["pan 9 0"]);
});
