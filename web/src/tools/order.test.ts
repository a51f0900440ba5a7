import { expect, test } from "vitest";
import type { BeingShown, TurnShown } from "../protocol/types";
import { placedIn } from "./order";

const being = (name: string) => ({ name, acting: false }) as BeingShown;
const beings = { onuri: being("Onuri"), vahki: being("Patroller"), tahra: being("Tahra") };
const turn = (counts: Record<string, number>): TurnShown => ({ of: "vahki", round: 1, order: ["onuri", "vahki", "tahra", "unseen"], acted: ["onuri", "vahki"], counts, before: "" });

test("who is tied is named, and who of them goes first", () => {
  expect(placedIn({ beings, turn: turn({ onuri: 18, vahki: 14, tahra: 14 }) }).map(({ name, count, tied, first, state }) => [name, count, tied, first, state])).toEqual([
    ["Onuri", 18, [], true, "acted"],
    ["Patroller", 14, ["Tahra"], true, "acting"],
    ["Tahra", 14, ["Patroller"], false, "yet"],
  ]);
});

test("without numbers nobody is tied", () => {
  expect(placedIn({ beings, turn: turn({}) }).map(({ count, tied }) => [count, tied])).toEqual([
    [null, []],
    [null, []],
    [null, []],
  ]);
  expect(placedIn({ beings, turn: null })).toEqual([]);
});
