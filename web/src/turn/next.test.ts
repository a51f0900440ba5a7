import { expect, test } from "vitest";
import type { Document } from "../protocol/types";
import { nextPlayed, turnWords } from "./next";

const up = (name: string, side: string) => ({ name, side, fate: "up" });
const doc = (more: object = {}): Document =>
  ({
    turn: { of: "onuri", round: 1, order: ["vahki", "onuri", "tahra", "cur"], acted: [], counts: {}, before: "" },
    beings: { onuri: up("Onuri", "party"), tahra: up("Tahra", "party"), vahki: up("Patroller", "foes"), cur: up("Cur", "beasts") },
    seats: { ann: { name: "Ann", role: "player", beings: ["onuri", "tahra"] } },
    you: { seat: "mara" },
    master: { policies: { beasts: "simple" } },
    ...more,
  }) as unknown as Document;

test("whose turn it is, and whom the game master plays next", () => {
  expect(turnWords(doc())).toBe("It is the turn of Onuri, played by Ann.");
  expect(nextPlayed(doc())).toBe("vahki"); // after players and machines, in the next round
});

test("nobody where players and machines play all", () => {
  expect(nextPlayed(doc({ master: { policies: { beasts: "simple", foes: "simple" } } }))).toBe("");
  expect(turnWords(doc({ turn: null }))).toBe("");
});
