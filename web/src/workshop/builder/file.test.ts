import { expect, test } from "vitest";
import { fileOf } from "./file";

test("a character's file is TOML: text quoted, tables in one line, nothing for what is not there", () => {
  const file = { ludex_character: 1, game: "crawl", character: { id: "wren", name: 'Wren "Quick"', allowed: [], hp: -2, sure: true, none: null, on: { "a b": [1, 2] } }, content: {} };
  expect(fileOf(file)).toBe('ludex_character = 1\ngame = "crawl"\ncharacter = { "id" = "wren", "name" = "Wren \\"Quick\\"", "allowed" = [], "hp" = -2, "sure" = true, "on" = { "a b" = [1, 2] } }\ncontent = {  }\n');
});
