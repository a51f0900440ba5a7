import { expect, test } from "vitest";
import type { Document, GameTold } from "../protocol/types";
import { others, places } from "./places";

const told = { sides: ["party", "foes"], characters: [{ id: "brannoc_ironway", name: "Brannoc Ironway", look: "hammer" }] } as unknown as GameTold;
const seat = (name: string, beings: string[] = [], role = "player") => ({ name, beings, role, here: true, muted: false });

test("before a scene, who plays the heroes of the next one: a seat, the machine, or whoever comes", () => {
  const heroes = [
    { id: "brannoc", name: "Brannoc", character: "brannoc_ironway" },
    { id: "sefa", name: "Sefa", character: "sefa_quickwater" },
    { id: "oriel", name: "Oriel", character: "oriel_vance" },
  ];
  const doc = {
    scene: null,
    beings: {},
    characters: {},
    seats: { gm: seat("Mara", [], "gm"), one: seat("Ada", ["brannoc_ironway"]), two: seat("A seat for Oriel") },
    master: { heroes: { s1: heroes }, policies: { sefa: "simple" } },
  } as unknown as Document;
  const found = places(doc, told, "s1");
  expect(found.map(({ who, seat, machine, offered }) => [who.name, who.look, seat, machine, offered])).toEqual([
    ["Brannoc", "hammer", "one", false, ""],
    ["Sefa", "", "", true, ""],
    ["Oriel", "", "", false, "two"],
  ]);
  expect(others(doc, found).map(([id]) => id)).toEqual(["gm"]);
});

test("who plays somebody that the next scene does not have comes along with them", () => {
  const doc = {
    scene: null,
    beings: {},
    characters: { ursel: { name: "Ursel", look: "axe" } },
    seats: { gm: seat("Mara", [], "gm"), one: seat("Ada", ["brannoc_ironway"]), two: seat("Ben", ["ursel"]), three: seat("Cleo"), four: seat("Dan", ["gone_with_a_scene"]) },
    master: { heroes: { s1: [] }, policies: {} },
  } as unknown as Document;
  const found = places(doc, told, "s1");
  expect(found.map(({ who, seat }) => [who.name, who.look, seat])).toEqual([
    ["Brannoc Ironway", "hammer", "one"],
    ["Ursel", "axe", "two"],
  ]);
  expect(others(doc, found).map(([id]) => id)).toEqual(["gm", "three", "four"]);
});

test("in a scene, those of the party who are there; a whole side can be the machine's", () => {
  const doc = {
    scene: { id: "s1" },
    beings: { brannoc: { name: "Brannoc", side: "party" }, cur: { name: "Cur", side: "foes" } },
    seats: { gm: seat("Mara", [], "gm") },
    master: { heroes: {}, policies: { party: "simple" } },
  } as unknown as Document;
  expect(places(doc, told, "").map(({ who, given, machine }) => [who.name, given, machine])).toEqual([["Brannoc", "brannoc", true]]);
});
