import { expect, test } from "vitest";
import { inPack } from "./files";

test("scenes lie together, and a character that was saved as a file is none", () => {
  expect(inPack("ford.toml", 'title = "The ford"\ngame = "crawl"\n')).toBe("scenes/ford.toml");
  expect(inPack("Brindle.toml", 'ludex_character = 1\ngame = "crawl"\n')).toBe("Brindle.toml");
  expect(inPack("pack.toml", 'game = "crawl"\n')).toBe("pack.toml");
  expect(inPack("aspects.toml", '[[aspect]]\nid = "slash"\n')).toBe("aspects.toml");
});
