import { expect, test } from "vitest";
import type { BeingShown, LinePart, ToldLines } from "../protocol/types";
import { struckIn } from "./struck";

const being = (words: string): LinePart => ({ words, kind: "being", id: words.toLowerCase() });
const plain = (words: string): LinePart => ({ words, kind: "", id: "" });
const beings = { tahra: { name: "Tahra" }, orc: { name: "Orc" } } as unknown as Record<string, BeingShown>;
const told = (parts: LinePart[], who: string, by: number, good: boolean, seat = "mara"): ToldLines =>
  ({ told: 1, at: 0, by: seat, rolls: [], undoes: [], redoes: [], deed: 1, by_hand: false, lines: [{ words: "", parts, head: [], rule: "", rank: "", rolls: [], aside: false, came: [{ who, what: "HP", by, good }] }] }) as unknown as ToldLines;
const ann = { seat: "ann", beings: ["tahra"] };
const hits = [being("Orc"), plain(" hits "), being("Tahra")];

test("a blow against one's own is told with what it takes", () => {
  expect(struckIn([told(hits, "tahra", -6, false)], ann, beings)).toEqual({ who: "Tahra", what: "−6 HP", deed: "Orc hits Tahra" });
});

test("what one does oneself, what heals, and what others suffer is no blow", () => {
  expect(struckIn([told([being("Tahra"), plain(" strains")], "tahra", -2, false, "ann")], ann, beings)).toBeNull();
  expect(struckIn([told(hits, "tahra", 4, true)], ann, beings)).toBeNull();
  expect(struckIn([told(hits, "orc", -6, false)], ann, beings)).toBeNull();
});
