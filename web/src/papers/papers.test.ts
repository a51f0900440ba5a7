import { describe, expect, it } from "vitest";
import type { Document } from "../protocol/types";
import { fromOthers, givenSince, papersOf } from "./papers";

const HANDOUT = { title: "A letter", text: "Come alone.", picture: "", description: "", seats: [] };
const NOTE = { title: "Clues", text: "The bell.", whose: "shared" as const, owner: "ann" };

function seen(handouts: Document["handouts"], notes: Document["notes"], role: "gm" | "player" = "player"): Document {
  return { handouts, notes, you: { seat: "ben", role, name: "Ben", beings: [], muted: false, standing: {} } } as unknown as Document;
}

describe("papers", () => {
  it("lists handouts before notes, the last one first", () => {
    const doc = seen({ a: HANDOUT, b: { ...HANDOUT, title: "A map", picture: "f00", description: "An island" } }, { n: NOTE });
    expect(papersOf(doc).map((paper) => [paper.id, paper.kind])).toEqual([["b", "picture"], ["a", "handout"], ["n", "shared"]]);
  });

  it("lets nobody but its writer and the game master change a note", () => {
    expect(papersOf(seen({}, { n: NOTE }))[0]?.mine).toBe(false);
    expect(papersOf(seen({}, { n: { ...NOTE, owner: "ben" } }))[0]?.mine).toBe(true);
    expect(papersOf(seen({}, { n: NOTE }, "gm"))[0]?.mine).toBe(true);
  });

  it("tells what was given, and what has other words now, but not what one has written", () => {
    const before = seen({ a: HANDOUT }, {});
    const mine = { ...NOTE, owner: "ben" };
    const after = seen({ a: { ...HANDOUT, text: "Come at once." }, b: { ...HANDOUT, title: "A key" } }, { n: NOTE, m: mine });
    expect(givenSince(after, before).map((paper) => paper.id)).toEqual(["b", "a", "n"]);
    expect(givenSince(after, after)).toEqual([]);
  });

  it("is no news for the game master what the game master hands out", () => {
    const doc = seen({ a: HANDOUT }, {}, "gm");
    expect(papersOf(doc).filter((paper) => fromOthers(doc, paper))).toEqual([]);
  });
});
