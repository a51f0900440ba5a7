import { expect, test } from "vitest";
import type { Document } from "../protocol/types";
import { Pieces } from "./pieces.svelte";

const done: unknown[] = [];
const pieces = () => {
  done.length = 0;
  return new Pieces({ do: (kind, ...[fields]) => Promise.resolve(done.push([kind, fields])) });
};

const seen = (free: string[]) => ({ scene: { free }, beings: { vhor: {}, foe: {} }, offers: { vhor: {} } }) as unknown as Document;

test("the pieces that the server names are moved freely, and no others", () => {
  expect(pieces().free(seen(["vhor"]), "vhor")).toBe(true);
  expect(pieces().free(seen(["vhor"]), "foe")).toBe(false);
  expect(pieces().free({ ...seen([]), scene: null }, "vhor")).toBe(false);
});

test("a tap lifts a piece and the next puts it down; one on the same piece leaves it", () => {
  const hand = pieces();
  const doc = seen(["vhor"]);
  expect(hand.takes(doc, { being: null, place: [1, 1] })).toBe(false);
  expect(hand.takes(doc, { being: "vhor", place: [1, 1] })).toBe(true);
  expect(hand.lifted).toBe("vhor");
  expect(hand.takes(doc, { being: "vhor", place: [1, 1] })).toBe(false);
  expect(hand.lifted).toBe("");
  hand.takes(doc, { being: "vhor", place: [1, 1] });
  expect(hand.takes(doc, { being: null, place: [3, 2] })).toBe(true);
  expect(done).toEqual([["walk", { being: "vhor", at: [3, 2] }]]);
});
