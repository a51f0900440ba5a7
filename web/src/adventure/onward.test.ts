import { expect, test } from "vitest";
import type { ChapterLed, Document } from "../protocol/types";
import { isPlayed, ways } from "./onward";
import { paragraphs } from "./paragraphs";

const chapter = (more: object = {}) =>
  ({ scene: "s1", next: [{ to: "a", when: "won" }, { to: "b", when: "lost" }, { to: "c", when: "" }], ...more }) as unknown as ChapterLed;
const seen = (id: string, more: object = {}) => ({ scene: { id, over: false }, turn: { round: 2, order: [{}] }, ended: null, ...more }) as unknown as Document;
const to = (...given: Parameters<typeof ways>) => ways(...given).map((way) => way.to);

test("the ways that are open are those after how the scene ended", () => {
  expect(to(chapter(), seen("s1", { ended: { won: true } }))).toEqual(["a", "c"]);
  expect(to(chapter(), seen("s1", { ended: { won: false } }))).toEqual(["b", "c"]);
  expect(to(chapter(), seen("s1"))).toEqual(["a", "b", "c"]);
  expect(to(chapter(), seen("s2", { ended: { won: false } }))).toEqual(["a", "b", "c"]); // the end of another chapter
});

test("a chapter is played when its fight is over, or nobody fights", () => {
  expect(isPlayed(chapter(), seen("s1"))).toBe(false);
  expect(isPlayed(chapter(), seen("s1", { scene: { id: "s1", over: true } }))).toBe(true);
  expect(isPlayed(chapter(), seen("s1", { turn: { round: 0, order: [] } }))).toBe(true);
  expect(isPlayed(chapter(), seen("s2", { scene: { id: "s2", over: true } }))).toBe(false);
  expect(isPlayed(chapter({ scene: "" }), seen("s2"))).toBe(true);
});

test("empty lines part paragraphs, and where a line ends says nothing", () => {
  expect(paragraphs("\nFog lies\non the water.\n\n  A bell. \n")).toEqual(["Fog lies on the water.", "A bell."]);
});
