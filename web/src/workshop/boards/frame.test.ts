import { expect, test } from "vitest";
import { Drawing } from "./drawing.svelte";
import { Frame } from "./frame.svelte";
import { PALETTE, planOf } from "./gallery/somePlan";
import { Hand } from "./hand.svelte";
import { keyOf } from "./plan";

function begun() {
  const drawing = new Drawing(PALETTE, planOf(5, 3, "squares"));
  return { drawing, frame: new Frame(new Hand(drawing)) };
}

test("by keys one goes from cell to cell and draws where one is", () => {
  const { drawing, frame } = begun();
  drawing.paint = "water";
  frame.step(1, 0); // frames the first of all
  frame.step(1, 0);
  frame.draw(false);
  expect(drawing.plan.drawn).toMatchObject([{ paint: "water", cells: [[1, 0]] }]);
  frame.draw(true);
  expect(drawing.plan.drawn).toEqual([]);
});

test("a line has two ends", () => {
  const { drawing, frame } = begun();
  drawing.paint = "wall";
  drawing.tool = "line";
  frame.go([0, 1]);
  frame.draw(false);
  frame.step(1, 0);
  frame.step(1, 0);
  expect(drawing.plan.drawn).toEqual([]);
  frame.draw(false);
  expect(drawing.plan.drawn).toMatchObject([{ paint: "wall", cells: [[0, 1], [1, 1], [2, 1]] }]);
});

test("an edge is one of those of the framed cell", () => {
  const { drawing, frame } = begun();
  drawing.paint = "cover";
  frame.go([1, 1]);
  frame.turn(1);
  frame.draw(false);
  expect(drawing.plan.drawn.flatMap((one) => one.edges.map(keyOf))).toEqual([keyOf([[1, 1], [1, 2]])]);
});
