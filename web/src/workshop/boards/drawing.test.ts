import { expect, test } from "vitest";
import { HEXES, SQUARES } from "../../board/lay/cells";
import { BOARD, Drawing } from "./drawing.svelte";
import { Hand } from "./hand.svelte";
import { painted, paintOf, without, withoutCells } from "./painting";
import { type Cell, keyOf, type Plan } from "./plan";
import { blockOf, disc, edgesAlong, lineOf, mirrorOf, nearestEdge } from "./shapes";
import { PALETTE, planOf } from "./gallery/somePlan";

const paint = (id: string) => paintOf(PALETTE, id)!;
const sorted = (cells: readonly Cell[]) => cells.map(keyOf).sort();
const at = (cell: Cell) => HEXES.centre(cell);

function begun(plan: Plan = planOf(6, 6)): { drawing: Drawing; hand: Hand; plans: Plan[] } {
  const plans: Plan[] = [];
  const drawing = new Drawing(PALETTE, plan, (next) => plans.push(next));
  return { drawing, hand: new Hand(drawing), plans };
}

test("what is painted takes the place of another paint of its layer, and joins what is the same", () => {
  let plan = painted(planOf(3, 1), PALETTE, paint("water"), {}, [[0, 0], [1, 0]]);
  plan = painted(plan, PALETTE, paint("rough"), {}, [[1, 0]]);
  plan = painted(plan, PALETTE, paint("water"), {}, [[2, 0]]);
  expect(plan.drawn.map(({ paint, cells }) => [paint, cells])).toEqual([["water", [[0, 0], [2, 0]]], ["rough", [[1, 0]]]]);
  expect(painted(plan, PALETTE, paint("water"), {}, [[0, 0]])).toBe(plan);
  const heights = painted(painted(plan, PALETTE, paint("height"), { m: 2 }, [[0, 0]]), PALETTE, paint("height"), { m: 3 }, [[1, 0]]);
  expect(heights.drawn.filter((one) => one.paint === "height").map((one) => one.values)).toEqual([{ m: 2 }, { m: 3 }]);
  expect(without(heights, PALETTE, (one) => one.layer === "heights", new Set(["0,0", "1,0"])).drawn).toEqual(plan.drawn);
});

test("each door is one of its own, and an edge is the same from both sides", () => {
  const plan = painted(planOf(3, 1), PALETTE, paint("door"), { name: "Gate" }, [[[0, 0], [1, 0]], [[1, 0], [2, 0]]]);
  expect(plan.drawn).toHaveLength(2);
  expect(painted(plan, PALETTE, paint("cover"), {}, [[[1, 0], [0, 0]]]).drawn.map((one) => one.paint)).toEqual(["door", "cover"]);
});

test("a cell that is taken from the board takes along what was drawn on it", () => {
  let plan = painted(planOf(3, 1), PALETTE, paint("water"), {}, [[1, 0]]);
  plan = painted(plan, PALETTE, paint("cover"), {}, [[[0, 0], [1, 0]]]);
  expect(withoutCells(plan, [[1, 0]])).toMatchObject({ cells: [[0, 0], [2, 0]], drawn: [] });
});

test("a stroke is undone as one, drawn again, and gone when something else is drawn", () => {
  const { drawing, plans } = begun(planOf(3, 1));
  const first = drawing.plan;
  drawing.stroke({ name: "Water", words: "1 hex", look: "water" }, painted(first, PALETTE, paint("water"), {}, [[0, 0]]));
  drawing.stroke({ name: "Wall", words: "1 hex", look: "wall" }, painted(drawing.plan, PALETTE, paint("wall"), {}, [[1, 0]]));
  drawing.undo();
  drawing.undo();
  expect([drawing.plan === first, drawing.done, drawing.strokes.length]).toEqual([true, 0, 2]);
  drawing.redo();
  expect(drawing.plan.drawn.map((one) => one.paint)).toEqual(["water"]);
  drawing.peeked = 0;
  expect(drawing.seen).toBe(first);
  drawing.stroke({ name: "Rough", words: "1 hex", look: "rough" }, painted(drawing.plan, PALETTE, paint("rough"), {}, [[2, 0]]));
  expect([drawing.strokes.map((one) => one.name), drawing.peeked, plans.length]).toEqual([["Water", "Rough"], null, 6]);
});

test("strokes at one thing, one after the other, are one", () => {
  const { drawing } = begun();
  const first = drawing.plan;
  for (const m of [1, 2, 3]) drawing.stroke({ name: "Height", words: "", look: "", of: "height" }, painted(first, PALETTE, paint("height"), { m }, [[0, 0]]));
  expect(drawing.strokes).toHaveLength(1);
  drawing.undo();
  expect(drawing.plan).toBe(first);
});

test("the brush draws all on its way, and nothing beside the board", () => {
  const { drawing, hand } = begun();
  drawing.paint = "water";
  hand.begin(at([0, 0]), false);
  hand.move(at([9, 0]), false);
  expect(hand.touched.cells).toHaveLength(6);
  expect(drawing.live?.words).toContain("6 hexes");
  hand.end();
  expect(sorted(drawing.plan.drawn[0]!.cells)).toEqual(sorted([[0, 0], [1, 0], [2, 0], [3, 0], [4, 0], [5, 0]]));
  hand.begin(at([2, 0]), true); // the right button
  hand.end();
  expect(drawing.plan.drawn[0]!.cells).toHaveLength(5);
});

test("the board itself grows and shrinks, by any cell", () => {
  const { drawing, hand } = begun(planOf(2, 1));
  drawing.paint = BOARD;
  hand.size = 1;
  hand.begin(at([5, 5]), false);
  hand.end();
  expect(drawing.plan.cells).toHaveLength(9);
  hand.size = 0;
  hand.begin(at([0, 0]), true);
  hand.end();
  expect(drawing.plan.cells).toHaveLength(8);
});

test("a locked layer keeps strokes off, and the eraser heeds it", () => {
  const { drawing, hand } = begun();
  drawing.paint = "water";
  hand.begin(at([1, 1]), false);
  hand.end();
  const before = drawing.plan;
  drawing.lock("ground");
  drawing.tool = "erase";
  hand.begin(at([1, 1]), false);
  hand.end();
  drawing.tool = "brush";
  hand.begin(at([2, 2]), false);
  hand.end();
  expect(drawing.plan).toBe(before);
});

test("flood stops at edges and at other paint, and fills a hole of the board", () => {
  const { drawing, hand } = begun(planOf(5, 1));
  drawing.paint = "cover";
  hand.begin({ x: (at([1, 0]).x + at([2, 0]).x) / 2, y: 0 }, false);
  hand.end();
  drawing.paint = "water";
  drawing.tool = "flood";
  hand.begin(at([0, 0]), false);
  hand.end();
  expect(drawing.plan.drawn.map((one) => [one.paint, one.cells.length + one.edges.length])).toEqual([["cover", 1], ["water", 2]]);
  const holed = begun({ ...planOf(6, 6), cells: planOf(6, 6).cells.filter((cell) => keyOf(cell) !== "2,2") });
  holed.drawing.tool = "flood";
  holed.hand.begin(at([2, 2]), false);
  holed.hand.end();
  expect(holed.drawing.plan.cells).toHaveLength(36);
  holed.hand.begin(at([20, 2]), false); // no end there
  holed.hand.end();
  expect(holed.drawing.plan.cells).toHaveLength(36);
});

test("what is selected is copied, and goes elsewhere", () => {
  const { drawing, hand } = begun();
  drawing.paint = "wall";
  hand.begin(at([0, 0]), false);
  hand.end();
  drawing.tool = "select";
  hand.begin(at([0, 0]), false);
  hand.move(at([1, 0]), false);
  hand.end();
  hand.copy();
  hand.begin(at([3, 2]), false);
  expect(sorted(drawing.plan.drawn[0]!.cells)).toEqual(["0,0", "3,2"]);
  hand.begin(at([3, 2]), false); // it is selected where it lies, and dragged on
  hand.move(at([3, 4]), false);
  hand.end();
  expect(sorted(drawing.plan.drawn[0]!.cells)).toEqual(["0,0", "3,4"]);
  hand.begin(at([3, 4]), false); // taken up by one click, and put down by another
  hand.end();
  hand.begin(at([2, 4]), false);
  expect(sorted(drawing.plan.drawn[0]!.cells)).toEqual(["0,0", "2,4"]);
});

test("mirrored strokes lie on both sides", () => {
  const { drawing, hand } = begun(planOf(5, 5, "squares"));
  hand.setMirror("turned");
  drawing.paint = "wall";
  hand.begin(SQUARES.centre([0, 1]), false);
  hand.end();
  expect(sorted(drawing.plan.drawn[0]!.cells)).toEqual(["0,1", "4,3"]);
  for (const how of ["across", "turned"] as const) {
    const there = mirrorOf(HEXES, how, planOf(6, 6).cells)!;
    for (const cell of planOf(6, 6).cells) expect(there(there(cell))).toEqual(cell);
  }
});

test("pick takes what is there, with its values", () => {
  const { drawing, hand } = begun();
  drawing.paint = "height";
  drawing.say("m", 4);
  hand.begin(at([1, 1]), false);
  hand.end();
  drawing.say("m", 1);
  drawing.paint = "water";
  drawing.tool = "pick";
  hand.begin(at([1, 1]), false);
  expect([drawing.paint, drawing.valuesOf("height"), drawing.tool]).toEqual(["height", { m: 4 }, "brush"]);
});

test("brushes, lines and blocks have the cells one sees", () => {
  expect([0, 1, 2].map((size) => disc(HEXES, [3, 3], size).length)).toEqual([1, 7, 19]);
  expect([0, 1, 2].map((size) => disc(SQUARES, [3, 3], size).length)).toEqual([1, 9, 25]);
  expect(lineOf(HEXES, [0, 0], [3, 0])).toEqual([[0, 0], [1, 0], [2, 0], [3, 0]]);
  expect(lineOf(SQUARES, [0, 0], [2, 2])).toEqual([[0, 0], [1, 1], [2, 2]]);
  expect(blockOf(SQUARES, [2, 1], [1, 2])).toHaveLength(4);
  expect(sorted(blockOf(HEXES, [0, 0], [1, 2]))).toEqual(sorted([[0, 0], [1, 0], [2, 0], [0, 1], [1, 1], [-1, 2], [0, 2], [1, 2]]));
});

test("edges are the nearest one, and a line of them has no gap", () => {
  const [a, b] = [HEXES.centre([0, 0]), HEXES.centre([1, 0])];
  expect(keyOf(nearestEdge(HEXES, { x: (a.x + b.x) / 2 - 5, y: 0 }))).toBe(keyOf([[0, 0], [1, 0]]));
  const found = edgesAlong(SQUARES, { x: -30, y: -30 }, { x: 3 * 64 - 30, y: -30 });
  expect(found.map(keyOf)).toEqual([0, 1, 2].map((x) => keyOf([[x, 0], [x, -1]])));
  const along = edgesAlong(HEXES, HEXES.corners([0, 0])[0]!, HEXES.corners([4, 4])[2]!);
  expect(new Set(along.map(keyOf)).size).toBe(along.length);
  expect(along.length).toBeGreaterThan(8);
});
