import { expect, test } from "vitest";
import type { Document } from "../../protocol/types";
import { cardsOf } from "./party";

const pools = [{ name: "HP", now: 20, most: 34 }];
const pip = { ally: true, pools, fate: "down", conditions: [{ words: "Downed" }] };
const doc = {
  turn: { round: 1 },
  beings: {
    pip,
    marrow: { ally: true, pools, fate: "up", conditions: [] },
    stranger: { ally: true, pools: [{ name: "HP", tenths: 5 }], fate: "up", conditions: [] },
    wolf: { ally: false, pools, fate: "up", conditions: [] },
  },
  offers: { marrow: { acts: true, entries: [] } },
  question: { who: "pip" },
} as unknown as Document;

test("while others act there is a card for each other of the own side, with what holds them and who is asked", () => {
  expect(cardsOf(doc, "pip", "").map(({ id, asked, note }) => [id, asked, note])).toEqual([
    ["pip", true, "down · Downed"],
    ["marrow", false, ""],
  ]);
  expect(cardsOf(doc, "pip", "pip").map(({ id }) => id)).toEqual(["marrow"]);
});

test("whoever acts has the room for what they can do, and without turns there are no cards", () => {
  expect(cardsOf(doc, "marrow", "")).toEqual([]);
  expect(cardsOf({ ...doc, turn: null } as Document, "pip", "")).toEqual([]);
});
