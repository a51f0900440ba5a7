import { expect, test } from "vitest";
import type { Board } from "../aimed";
import { layCells } from "./lay";
import { coveredPlaces, laidBy, planeOf, spotsOf, withUnknown, type Spot } from "./plane";

const hexes = { kind: "hexes", cells: [[0, 0], [1, 0], [0, 1]], heights: [], walls: [], wall_edges: [], cover_edges: [], terrain: [], metres: 1, heights_in: "m", features: [], things: [], dangers: [] } as Extract<Board, { kind: "hexes" }>;
const zones = { kind: "zones", zones: { hall: { name: "Hall", look: "", furniture: "", floor: "", shape: "", at: [0, 0], cover: false, seen: true } } } as unknown as Board;

/** Where a spot of a picture, one wide, comes to lie. */
function put(matrix: string, [x, y]: Spot): number[] {
  const [a, b, c, d, e, f] = matrix.slice(7, -1).split(" ").map(Number) as [number, number, number, number, number, number];
  return [a * x + c * y + e, b * x + d * y + f];
}

test("the middle of a hex is where the plane has it", () => {
  const lay = layCells(hexes);
  const { x, y } = planeOf(hexes, lay).toPlate([0.5, Math.sqrt(3) / 2]);
  expect(x).toBeCloseTo(lay.centre([0, 1]).x);
  expect(y).toBeCloseTo(lay.centre([0, 1]).y);
});

test("two spots of a picture lie on two of the board, however it is turned", () => {
  const plane = planeOf(hexes, layCells(hexes));
  const matrix = laidBy(plane, [[0.1, 0.2], [0.9, 0.3]], [[0, 1], [2, -1]]);
  for (const [spot, onto] of [[[0.1, 0.2], [0, 1]], [[0.9, 0.3], [2, -1]]] as [Spot, Spot][]) {
    const { x, y } = plane.toPlate(onto);
    const [a, b] = put(matrix, spot);
    expect(a).toBeCloseTo(x, 1);
    expect(b).toBeCloseTo(y, 1);
  }
});

test("what lies straight stays straight, though rooms are wider than high", () => {
  const plane = { toPlate: ([x, y]: Spot) => ({ x: 300 * x, y: 100 * y }), fromPlate: () => [0, 0] as Spot };
  expect(laidBy(plane, [[0, 0], [1, 0.5]], [[0, 0], [2, 1]])).toBe("matrix(600 0 0 200 0 0)");
});

test("what is drawn comes back to where it was", () => {
  const plane = planeOf(hexes, layCells(hexes));
  const [x, y] = plane.fromPlate(plane.toPlate([1.25, 0.5]));
  expect([x, y]).toEqual([expect.closeTo(1.25), expect.closeTo(0.5)]);
});

test("rows of runs are places", () => {
  expect(spotsOf({ "0": [[0, 1]], "-1": [[4, 4]] })).toEqual([[0, 0], [1, 0], [4, -1]]);
  expect(coveredPlaces(hexes, { "0": [[1, 7]] })).toEqual([[1, 0]]);
  expect(coveredPlaces(zones, { "0": [[0, 0]] })).toEqual(["hall"]);
});

test("of a zone that is covered nothing is known but where it lies", () => {
  const found = withUnknown(zones, { "0": [[0, 1]] }, "unknown");
  expect(found.kind === "zones" && Object.values(found.zones).map(({ name, seen, at }) => [name, seen, at])).toEqual([["Hall", true, [0, 0]], ["unknown", false, [1, 0]]]);
});
