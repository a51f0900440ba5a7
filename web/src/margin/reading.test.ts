import { expect, test } from "vitest";
import { AT_END, scrolledTo } from "./reading";

const box = (scrollTop: number, scrollHeight = 1000, clientHeight = 200) => ({ scrollTop, scrollHeight, clientHeight });
const end = scrolledTo(AT_END, box(800));

test("who scrolls up leaves the newest, and who comes near the end reads it again", () => {
  const up = scrolledTo(end, box(500));
  expect([end.atEnd, up.atEnd, scrolledTo(up, box(790)).atEnd]).toEqual([true, false, true]);
});

test("lines that come or go, and what takes of its height, leave nobody behind", () => {
  // The dice of the last deed fold up and two more deeds come: the browser scrolls by itself, and a little less far
  const folded = scrolledTo(end, box(755, 1110));
  expect(folded.atEnd).toBe(true);
  expect(scrolledTo(end, box(800, 1000, 90)).atEnd).toBe(true);
  expect(scrolledTo(end, box(0, 260)).atEnd).toBe(true);
});

test("who reads further up stays there, whatever comes, and while the record is put away", () => {
  const up = scrolledTo(end, box(500));
  expect(scrolledTo(up, box(500, 1200)).atEnd).toBe(false);
  expect(scrolledTo(up, box(0, 0, 0))).toBe(up);
});
