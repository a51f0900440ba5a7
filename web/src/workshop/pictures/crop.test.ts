import { describe, expect, test } from "vitest";
import { CORNERS, enlarged, first, inside, moved, percent, pulled, type Crop } from "./crop";

const WIDE = { width: 400, height: 200 };
const TALL = { width: 200, height: 500 };

describe("the first frame", () => {
  test("is the largest square, in the middle of a wide picture", () => expect(first(WIDE)).toEqual({ x: 100, y: 0, side: 200 }));
  test("and above the middle of a tall one", () => expect(first(TALL)).toEqual({ x: 0, y: 100, side: 200 }));
});

describe("moving it", () => {
  test("goes by pixels of the picture", () => expect(moved({ x: 50, y: 20, side: 100 }, 30, -10, WIDE)).toEqual({ x: 80, y: 10, side: 100 }));
  test("stops at the edge", () => expect(moved({ x: 50, y: 20, side: 100 }, 999, 999, WIDE)).toEqual({ x: 300, y: 100, side: 100 }));
});

describe("enlarging", () => {
  test("keeps the middle where it is", () => expect(enlarged({ x: 100, y: 0, side: 200 }, 2, WIDE)).toEqual({ x: 150, y: 50, side: 100 }));
  test("or what the pointer is at", () => expect(enlarged({ x: 100, y: 0, side: 200 }, 2, WIDE, [0, 1])).toEqual({ x: 100, y: 100, side: 100 }));
  test("comes back to the whole and no further", () => expect(enlarged({ x: 150, y: 50, side: 100 }, 1 / 8, WIDE)).toEqual(first(WIDE)));
  test("ends before nothing is left", () => expect(enlarged(first(WIDE), 1000, WIDE).side).toBe(24));
  test("is told in percent", () => expect(percent(enlarged(first(WIDE), 2, WIDE), WIDE)).toBe(200));
});

describe("pulling a corner", () => {
  const crop: Crop = { x: 100, y: 50, side: 100 };
  test("leaves the one across where it is", () => {
    expect(pulled(crop, [false, false], 150, 90, WIDE)).toEqual({ x: 100, y: 50, side: 50 });
    expect(pulled(crop, [true, true], 140, 90, WIDE)).toEqual({ x: 140, y: 90, side: 60 });
  });
  test("ends at the edge of the picture", () => expect(pulled(crop, [false, false], 900, 900, WIDE)).toEqual({ x: 100, y: 50, side: 150 }));
  test("never turns it over", () => {
    for (const corner of CORNERS) {
      const found = pulled(crop, corner, corner[0] ? 400 : 0, corner[1] ? 200 : 0, WIDE);
      expect(found.side).toBe(24);
      expect(inside(found, WIDE)).toEqual(found);
    }
  });
});

test("a picture that is smaller than the smallest frame is taken whole", () => {
  const small = { width: 10, height: 16 };
  expect(enlarged(first(small), 3, small)).toEqual({ x: 0, y: 2, side: 10 });
});
