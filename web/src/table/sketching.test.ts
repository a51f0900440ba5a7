import { expect, test, vi } from "vitest";
import { Sketching } from "./sketching.svelte";

function sketching() {
  const done = vi.fn((_what: string, _fields?: Record<string, unknown>) => Promise.resolve(null));
  return { done, hand: new Sketching({ do: done as never }) };
}

test("a line is told once, when the pen is lifted", () => {
  const { done, hand } = sketching();
  hand.draw([0, 0], null, "begin");
  hand.draw([0.02, 0], null, "on"); // too near
  hand.draw([0.5, 0.5], null, "on");
  expect(hand.sketch?.points).toHaveLength(2);
  hand.draw([1, 0.5], null, "end");
  expect(done.mock.calls).toEqual([["draw", { kind: "pen", points: [[0, 0], [50, 50], [100, 50]], seen: "all" }]]);
  expect(hand.sketch).toBeNull();
});

test("a very long line goes on as another", () => {
  const { done, hand } = sketching();
  hand.draw([0, 0], null, "begin");
  for (let i = 1; i < 400; i++) hand.draw([i, 0], null, "on");
  hand.draw([400, 0], null, "end");
  expect(done).toHaveBeenCalledTimes(2);
  expect((done.mock.calls[1]![1] as { points: number[][] }).points[0]).toEqual([28900, 0]);
});

test("an arrow has two ends, by the pointer and by the keyboard", () => {
  const { done, hand } = sketching();
  hand.choose("arrow");
  hand.draw([0, 0], null, "begin");
  hand.draw([3, 3], null, "on");
  hand.draw([2, 1], null, "end");
  hand.pick([1, 1], [1, 1]);
  hand.pick([2, 2], [2, 2]);
  expect(done.mock.calls.map(([, fields]) => (fields as { points: unknown }).points)).toEqual([[[0, 0], [200, 100]], [[100, 100], [200, 200]]]);
});

test("words go where one clicks, and nowhere without any", () => {
  const { done, hand } = sketching();
  hand.choose("text");
  hand.draw([1, 1], null, "end");
  hand.text = " here ";
  hand.draw([1, 1], null, "end");
  expect(done.mock.calls).toEqual([["draw", { kind: "text", points: [[100, 100]], text: "here", seen: "all" }]]);
});

test("a stroke of fog covers each place once, and nothing where it was broken off", () => {
  const { done, hand } = sketching();
  hand.choose("cover");
  hand.draw([0, 0], [0, 0], "begin");
  hand.draw([0.1, 0], [0, 0], "on");
  hand.draw([1, 0], [1, 0], "on");
  hand.draw([9, 9], null, "end");
  hand.draw([0, 0], [0, 0], "begin");
  hand.draw([0, 0], null, "lost");
  hand.choose("clear");
  hand.pick("hall", [0, 0]);
  expect(done.mock.calls).toEqual([["fog", { cover: [[0, 0], [1, 0]] }], ["fog", { clear: ["hall"] }]]);
});
