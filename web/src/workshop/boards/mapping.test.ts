import { expect, test } from "vitest";
import { laid } from "../../board/lay/plane";
import { laidOut, mapOf, pulled, turned } from "./mapping";

const under = laidOut("weir.png", 0.5, { x: 0, y: 0, width: 10, height: 4 });

function goes([x, y]: readonly [number, number], map = under): number[] {
  const { a, b, x: left, y: top } = laid(map);
  return [a * x - b * y + left, b * x + a * y + top].map((one) => Math.round(one * 100) / 100);
}

test("a picture is laid over the whole board, with its corners where they are said to be", () => {
  expect(under.onto).toEqual([[0, -0.5], [10, 4.5]]);
  expect([goes([0, 0]), goes([1, 0.5]), goes([1, 0]), turned(under)]).toEqual([[0, -0.5], [10, 4.5], [10, -0.5], 0]);
});

test("a spot that is pulled takes the picture along, turned and enlarged, and the other stays", () => {
  const askew = pulled(under, 1, { x: 5, y: 9.5 });
  expect([goes([0, 0], askew), goes([1, 0.5], askew)]).toEqual([[0, -0.5], [5, 9.5]]);
  expect(turned(askew)).toBeGreaterThan(30);
});

test("what the entry of a board does not say of its map is as usual", () => {
  const told = { picture: "weir.webp", spots: [[0, 0], [1, 1]], onto: [[0, 0], [4, 4]] };
  expect(mapOf({ map: told })).toEqual({ ...told, strength: 100, seen: "gm" });
  expect(mapOf({ map: { ...told, strength: 40, seen: "everybody" } })).toMatchObject({ strength: 40, seen: "everybody" });
  expect(mapOf({})).toBeNull();
});
