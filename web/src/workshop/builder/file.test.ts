import { expect, test } from "vitest";
import { fileOf, withLikeness } from "./file";

test("a character's file is TOML: text quoted, tables in one line, nothing for what is not there", () => {
  const file = { ludex_character: 1, game: "crawl", character: { id: "wren", name: 'Wren "Quick"', allowed: [], hp: -2, sure: true, none: null, on: { "a b": [1, 2] } }, content: {} };
  expect(fileOf(file)).toBe('ludex_character = 1\ngame = "crawl"\ncharacter = { "id" = "wren", "name" = "Wren \\"Quick\\"", "allowed" = [], "hp" = -2, "sure" = true, "on" = { "a b" = [1, 2] } }\ncontent = {  }\n');
});

test("what a character is drawn by stands in their file: a figure in their entry, a picture beside it", () => {
  const file = { ludex_character: 1, game: "crawl", character: { id: "wren" }, content: {} };
  expect(withLikeness(file, null)).toBe(file);
  expect(withLikeness(file, { look: "hook", colour: "red", words: "", address: "" })).toEqual({ ...file, character: { id: "wren", look: "hook", colour: "red" } });
  expect(withLikeness(file, { look: "", colour: "", words: "UklG", address: "blob:1" })).toEqual({ ...file, picture: "UklG" });
});
