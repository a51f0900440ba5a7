import { expect, test } from "vitest";
import type { Document, Entry } from "../protocol/types";
import { leftIn, toDo } from "./passing";

const entry = (label: string, group: Entry["group"], refused = false) => ({ label, group, refused: refused ? { reason: "", rule: "" } : null }) as Entry;
const REST = ["Regain HP", "Regain EP", "Meditate", "Study maps", "Keep watch"].map((label) => entry(label, "rest"));

test("only what a rest or a day of travel gives counts, once each", () => {
  expect(leftIn([entry("Move", "move"), entry("Travel", "activity"), entry("Travel", "activity"), entry("Sleep", "rest", true)])).toEqual(["Travel"]);
});

test("everybody of the party is told with who plays them, and whoever is done too", () => {
  const doc = {
    beings: { tahra: { name: "Tahra", ally: true, fate: "up" }, onuri: { name: "Onuri", ally: true, fate: "up" }, vahki: { name: "Vahki", ally: false, fate: "up" } },
    seats: { a: { name: "Ann", role: "player", beings: ["tahra"] } },
  } as unknown as Document;
  expect(toDo(doc, { tahra: REST, vahki: REST })).toEqual([
    { who: "tahra", name: "Tahra", player: "Ann", can: ["Regain HP", "Regain EP", "Meditate", "Study maps"], more: 1 },
    { who: "onuri", name: "Onuri", player: "", can: [], more: 0 },
  ]);
});
