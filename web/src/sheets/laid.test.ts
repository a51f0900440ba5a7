import { expect, test } from "vitest";
import { checkFor, laidOut, offerFor } from "./laid";
import type { Entry, Offered, SheetSection } from "../protocol/types";

const sections: SheetSection[] = [
  { title: "", pairs: [["Species", "Toa"], ["HP", "23"]] },
  { title: "Now", pairs: [["HP", "23 of 23"], ["In hand", "Cinder Hook"]] },
  { title: "Stats", pairs: [["FOR", "+2, Save DC 8"], ["DEX", "−1, Save DC 5"], ["SPI", "+2, Save DC 8"]] },
  { title: "Scores", pairs: [["Avoidance", "9 (5 base, +4 Tier)"], ["Durability", "4"], ["Movement", "8 spaces"]] },
  { title: "Powers", pairs: [["Flame Lash", "1 AP, 0 EP. Ranged attack with SPI, 1–6 m, Critical Range 4 m, ✦ + SPI Fire damage."]] },
];

test("what begins with numbers is laid out as tiles, words as lists, pools are drawn elsewhere", () => {
  const laid = laidOut(sections, new Set(["HP"]));
  expect(laid.who).toEqual([["Species", "Toa"]]);
  expect(laid.tiles.map((one) => one.title)).toEqual(["Stats", "Scores"]);
  expect(laid.tiles[0]!.tiles[1]).toEqual({ label: "DEX", number: "−1", rest: "Save DC 5" });
  expect(laid.tiles[1]!.tiles[0]).toEqual({ label: "Avoidance", number: "9", rest: "5 base, +4 Tier" });
  expect(laid.left).toEqual([{ title: "Now", pairs: [["In hand", "Cinder Hook"]] }]);
  expect(laid.right.map((one) => one.title)).toEqual(["Powers"]);
});

test("what a tray draws is not written besides", () => {
  const tray = { kind: "body", title: "DR against kinetic", note: "", slots: [] };
  const resists = { title: "Damage resistance", pairs: [["kinetic", "1: Leather Jerkin"]] } as SheetSection;
  expect(laidOut([resists], new Set(), [tray]).left).toEqual([]);
  expect(laidOut([resists], new Set()).left).toEqual([resists]);
});

test("a line finds its check by its label", () => {
  const check = { label: "FOR", name: "check", args: {}, number: "dc" };
  expect(checkFor([check], "FOR")).toBe(check);
  expect(checkFor([check], "DEX")).toBeUndefined();
});

test("a line finds what is offered under its name, unless it is refused", () => {
  const entry = (label: string, refused: Entry["refused"] = null) => ({ label, refused }) as Entry;
  const offered = { entries: [entry("Cinder Hook"), entry("Flame Lash", { reason: "no", rule: "" })] } as Offered;
  expect(offerFor(offered, "Cinder Hook")).toBe(offered.entries[0]);
  expect(offerFor(offered, "Flame Lash")).toBeUndefined();
  expect(offerFor(undefined, "Cinder Hook")).toBeUndefined();
});
