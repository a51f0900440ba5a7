import { expect, test } from "vitest";
import { covered, placed, type Box } from "./placed";

const page: Box = { left: 0, top: 0, width: 1440, height: 900 };
const size = { width: 302, height: 300 };
const at = (x: number, y: number): Box => ({ left: x - 24, top: y - 24, width: 48, height: 60 });
const boxOf = ({ left, top }: { left: number; top: number }): Box => ({ left, top, ...size });

test("the menu opens beside the token, on the side where nobody is", () => {
  const token = at(700, 400);
  const right = [at(800, 340), at(860, 420), at(900, 500)];
  const found = placed(size, token, right, page);
  expect(found.left + size.width).toBeLessThan(token.left);
  expect(covered(boxOf(found), [token, ...right])).toBe(0);
  const left = right.map((one) => ({ ...one, left: 1400 - one.left - one.width }));
  expect(placed(size, token, left, page).left).toBeGreaterThan(token.left);
});

test("it covers nobody on a crowded board, and stays on the page", () => {
  const crowd: Box[] = [];
  for (let x = 60; x < 1000; x += 70) for (let y = 120; y < 620; y += 70) crowd.push(at(x, y));
  const token = crowd[40]!;
  const found = placed(size, token, crowd.filter((one) => one !== token), page);
  expect(covered(boxOf(found), crowd)).toBe(0);
  expect(found.left).toBeGreaterThanOrEqual(0);
  expect(found.top + size.height).toBeLessThanOrEqual(page.height);
});

test("it lies on the board rather than beside it, where that is not far", () => {
  const board: Box = { left: 0, top: 100, width: 1060, height: 540 };
  const token = at(700, 480);
  const found = placed(size, token, [], page, board);
  expect(found.top + size.height).toBeLessThanOrEqual(640);
});

test("in a corner it points to the token from inside the page", () => {
  const token = at(1420, 20);
  const found = placed(size, token, [], page);
  expect(found.left + size.width).toBeLessThanOrEqual(page.width);
  expect(covered(boxOf(found), [token])).toBe(0);
  expect(found.from[0]).toBeLessThanOrEqual(1420);
});

test("where there is no room at all it covers least", () => {
  const small: Box = { left: 0, top: 0, width: 320, height: 320 };
  const found = placed(size, at(160, 160), [], small);
  expect(found.left).toBeGreaterThanOrEqual(0);
});
