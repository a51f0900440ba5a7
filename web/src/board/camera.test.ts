import { expect, test } from "vitest";
import { Camera } from "./camera.svelte";

const BOX = { x: 0, y: 0, width: 1000, height: 500 };
const NONE = { left: 0, top: 0, right: 0, bottom: 0 };

function laid(width: number, height: number, least = 0): Camera {
  const camera = new Camera();
  resized(camera, width, height, least);
  return camera;
}

function resized(camera: Camera, width: number, height: number, least = 0): void {
  [camera.width, camera.height] = [width, height];
  camera.lay(BOX, 50, NONE, least, null);
}

test("the drawing lies on whole pixels, so that it is sharp", () => {
  const camera = laid(701, 777);
  expect(camera.y % 1).not.toBe(0);
  expect(camera.corner).toEqual({ x: Math.round(camera.x), y: Math.round(camera.y) });
});

test("who saw the whole board sees the whole board when there is more room", () => {
  const camera = laid(500, 400);
  camera.closer();
  camera.farther();
  expect(camera.fitted).toBe(false);
  resized(camera, 900, 600);
  expect(camera.fitted).toBe(true);
  expect(camera.scale).toBeCloseTo(0.9);
});

test("who looks closer keeps that, as long as it is closer", () => {
  const camera = laid(500, 400);
  camera.zoomBy(4);
  resized(camera, 900, 600);
  expect(camera.scale).toBeCloseTo(2);
  resized(camera, 2600, 1300);
  expect(camera.fitted).toBe(true);
});

test("a board that is larger than its view leaves none of that empty", () => {
  const camera = new Camera();
  [camera.width, camera.height] = [400, 400];
  camera.lay(BOX, 50, NONE, 50, { x: 30, y: 250 });
  expect(camera.x).toBe(0);
});

test("places come into view beside the buttons, smaller if they must, and nobody has moved the board", () => {
  const camera = new Camera();
  [camera.width, camera.height] = [400, 400];
  camera.lay(BOX, 50, { ...NONE, right: 56 }, 50, { x: 100, y: 250 });
  camera.showAll({ x: 50, y: 100, width: 688, height: 300 }, 0);
  expect(camera.scale).toBeCloseTo(0.5);
  expect(camera.toView({ x: 50, y: 0 }).x).toBeGreaterThanOrEqual(0);
  expect(camera.toView({ x: 738, y: 0 }).x).toBeLessThanOrEqual(344.01);
  expect(camera.fitted).toBe(true);
});

test("a place comes into view, and the board still goes with whoever is in its middle", () => {
  const camera = laid(400, 400, 50);
  camera.show({ x: 990, y: 250 });
  expect(camera.toView({ x: 990, y: 250 }).x).toBeLessThanOrEqual(400);
  expect(camera.fitted).toBe(true);
  camera.lay(BOX, 50, NONE, 50, { x: 300, y: 250 });
  expect(camera.toView({ x: 300, y: 250 }).x).toBeCloseTo(200);
});

test("who draws may look from farther away than the whole board, and stays there while it grows", () => {
  const camera = new Camera(4);
  resized(camera, 500, 400);
  camera.farther();
  camera.farther();
  expect(camera.scale).toBeCloseTo(0.5 / 1.25 ** 2);
  camera.lay({ ...BOX, width: 1200 }, 50, NONE, 0, null);
  expect(camera.scale).toBeCloseTo(0.5 / 1.25 ** 2);
  camera.zoomBy(0.01);
  expect(camera.scale).toBeCloseTo(500 / 1200 / 4);
});

test("what is in view is known wherever the board is moved to", () => {
  const camera = laid(500, 250);
  expect(camera.view).toEqual(BOX);
  camera.zoomBy(2, { x: 0, y: 0 });
  camera.panBy(-100, -50);
  expect(camera.view).toEqual({ x: 100, y: 50, width: 500, height: 250 });
});
