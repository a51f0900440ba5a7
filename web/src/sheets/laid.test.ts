import { expect, test } from "vitest";
import { checkFor, laidOut, offerFor, skillsOf } from "./laid";
import type { Entry, Offered, RowShown, SheetSection } from "../protocol/types";

const row = (label: string, words: string, more: Partial<RowShown> = {}): RowShown => ({ label, words, number: null, of: null, signed: false, rest: "", things: [], note: "", drawn: false, ...more });
const sections: SheetSection[] = [
  { title: "", kind: "who", rows: [row("Species", "Toa"), row("HP", "23", { drawn: true })], drawn: false },
  { title: "Now", kind: "now", rows: [row("HP", "23 of 23", { drawn: true }), row("In hand", "Cinder Hook")], drawn: false },
  { title: "Stats", kind: "numbers", rows: [row("FOR", "xyz", { number: 2, signed: true }), row("DEX", "xyz", { number: -1, signed: true, rest: "Save DC 5" }), row("SPI", "xyz", { number: 2, signed: true })], drawn: false },
  { title: "Scores", kind: "numbers", rows: [row("Avoidance", "xyz", { number: 9, rest: "5 base, +4 Tier" }), row("Durability", "4", { number: 4 }), row("Movement", "xyz", { number: 8, rest: "spaces" })], drawn: false },
  { title: "Powers", kind: "", rows: [row("Flame Lash", "1 AP, 0 EP. Ranged attack with SPI, 1–6 m, Critical Range 4 m, ✦ + SPI Fire damage.")], drawn: false },
];

test("numbers are laid out as tiles, words as lists, pools are drawn elsewhere", () => {
  const laid = laidOut(sections);
  expect(laid.who.map(({ label }) => label)).toEqual(["Species"]);
  expect(laid.tiles.map((one) => one.title)).toEqual(["Stats", "Scores"]);
  expect(laid.tiles[0]!.tiles[1]).toMatchObject({ number: "−1", rest: "Save DC 5" });
  expect(laid.tiles[1]!.tiles[0]).toMatchObject({ number: "9", rest: "5 base, +4 Tier" });
  expect(laid.left.map(({ title, rows }) => [title, rows.length])).toEqual([["Now", 1]]);
  expect(laid.right.map((one) => one.title)).toEqual(["Powers"]);
});

test("what a tray draws is not written besides", () => {
  const resists: SheetSection = { title: "Damage resistance", kind: "", rows: [row("kinetic", "1: Leather Jerkin")], drawn: false };
  expect(laidOut([{ ...resists, drawn: true }]).left).toEqual([]);
  expect(laidOut([resists]).left).toEqual([resists]);
});

test("a line finds its check by its label", () => {
  const check = { label: "FOR", name: "check", args: {}, number: "dc", bonus: null };
  expect(checkFor([check], "FOR")).toBe(check);
  expect(checkFor([check], "DEX")).toBeUndefined();
});

test("a line finds what is offered with its thing, unless it is refused", () => {
  const entry = (fixed: unknown[], refused: Entry["refused"] = null) => ({ label: "xyz", fixed, refused }) as Entry;
  const offered = { entries: [entry(["cinder_hook"]), entry(["flame_lash"], { reason: "no", rule: "" })] } as Offered;
  expect(offerFor(offered, row("Cinder Hook", "", { things: ["cinder_hook"] }))).toBe(offered.entries[0]);
  expect(offerFor(offered, row("Flame Lash", "", { things: ["flame_lash"] }))).toBeUndefined();
  expect(offerFor(offered, row("HP", ""))).toBeUndefined();
  expect(offerFor(undefined, row("Cinder Hook", "", { things: ["cinder_hook"] }))).toBeUndefined();
});

test("each check has what is added to its roll: its own, or as the sheet says it", () => {
  const check = (label: string, bonus: number | null) => ({ label, name: "check", args: {}, number: "", bonus });
  expect(skillsOf({ checks: [check("FOR", null), check("Listen", 4), check("Luck", null)], sections })).toEqual([
    { label: "FOR", bonus: 2 },
    { label: "Listen", bonus: 4 },
  ]);
});
