import { describe, expect, test } from "vitest";
import { border, boxOf, HEXES, islands, key, mesh, outline, rim, SQUARES, type Cell } from "./cells";

const disc = (radius: number): Cell[] => {
  const found: Cell[] = [];
  for (let q = -radius; q <= radius; q++) for (let r = -radius; r <= radius; r++) if (Math.abs(q + r) <= radius) found.push([q, r]);
  return found;
};

describe.each([HEXES, SQUARES])("$kind", (grid) => {
  test("the point in the middle of a cell, and points near its corners, lie in it", () => {
    for (const cell of disc(3)) {
      const centre = grid.centre(cell);
      const inside = grid.corners(cell).map(({ x, y }) => ({ x: centre.x + (x - centre.x) * 0.95, y: centre.y + (y - centre.y) * 0.95 }));
      for (const point of [centre, ...inside]) expect(grid.at(point)).toEqual(cell);
    }
  });

  test("two neighbours share a border, seen from either", () => {
    for (const other of grid.sides([0, 0])) {
      const [one, two] = border(grid, [[0, 0], other])!;
      const [back, forth] = border(grid, [other, [0, 0]])!;
      expect(one.x).toBeCloseTo(forth.x);
      expect(one.y).toBeCloseTo(forth.y);
      expect(two.x).toBeCloseTo(back.x);
      expect(grid.distance([0, 0], other)).toBe(1);
    }
  });

  test("cells that do not touch have no border", () => {
    expect(border(grid, [[0, 0], [2, 0]])).toBeNull();
  });

  test("the rim of a region faces only what is outside", () => {
    const cells = disc(2);
    const inside = new Set(cells.map(key));
    expect(rim(grid, cells).every(({ within, beyond }) => inside.has(key(within)) && !inside.has(key(beyond)))).toBe(true);
  });

  test("a region with a hole has two outlines, one without has one", () => {
    const ring = disc(1).filter((cell) => key(cell) !== "0,0");
    const full = grid.kind === "hexes" ? disc(1) : ([[0, 0], [1, 0], [0, 1], [1, 1]] as Cell[]);
    expect(outline(grid, full).match(/M/g)).toHaveLength(1);
    if (grid.kind === "hexes") expect(outline(grid, ring).match(/M/g)).toHaveLength(2);
  });

  test("the mesh has every cell once, in parts", () => {
    const parts = mesh(grid, disc(12));
    expect(parts.length).toBeGreaterThan(4);
    expect(parts.join("").match(/M/g)).toHaveLength(disc(12).length);
  });

  test("islands are the groups that hang together", () => {
    const found = islands(grid, [[0, 0], [1, 0], [5, 5], [5, 6], [9, 0]]);
    expect(found.map((group) => group.length)).toEqual([2, 2, 1]);
  });

  test("the cursor comes back to where it was", () => {
    for (const cell of disc(2)) {
      expect(grid.step(grid.step(cell, 1, 0), -1, 0)).toEqual(cell);
      expect(grid.step(grid.step(cell, 0, 1), 0, -1)).toEqual(cell);
    }
  });

  test("going down keeps to the column", () => {
    let cell: Cell = [0, 0];
    for (let i = 0; i < 6; i++) cell = grid.step(cell, 0, 1);
    expect(Math.abs(grid.centre(cell).x)).toBeLessThan(grid.across);
  });

  test("the box holds every corner", () => {
    const { x, y, width, height } = boxOf(grid, disc(2));
    for (const corner of disc(2).flatMap((cell) => grid.corners(cell))) {
      expect(corner.x).toBeGreaterThanOrEqual(x - 0.01);
      expect(corner.x).toBeLessThanOrEqual(x + width + 0.01);
      expect(corner.y).toBeGreaterThanOrEqual(y - 0.01);
      expect(corner.y).toBeLessThanOrEqual(y + height + 0.01);
    }
  });
});

test("somebody who faces direction 0 faces east, the next one clockwise", () => {
  expect(HEXES.angle(1)).toBe(60);
  expect(SQUARES.angle(2)).toBe(90);
});
