import { expect, test } from "vitest";
import type { Document } from "../protocol/types";
import { countsOf, toSettle } from "./counts";

const improvised = [{ open: true }, { open: false }];
const master = { crashes: [{}, {}], waiting_room: { a: "Ann" }, flags: { f: {}, g: {} } };

test("wishes, what broke down, knocks and doubts wait for the game master", () => {
  const doc = { improvised, master } as unknown as Document;
  expect(countsOf(doc)).toEqual({ now: 2, people: 1, papers: 2 });
  expect(toSettle(doc)).toBe(5);
});

test("nothing waits for a player", () => {
  expect(toSettle({ improvised, master: null } as unknown as Document)).toBe(0);
});
