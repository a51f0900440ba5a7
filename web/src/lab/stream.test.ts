import { expect, test } from "vitest";
import { Lines } from "./stream";

const bytes = (words: string) => new TextEncoder().encode(words);

test("lines are whole, wherever the pieces are cut", () => {
  const lines = new Lines();
  expect(lines.add(bytes('{"a":1}\n{"b"'))).toEqual(['{"a":1}']);
  expect(lines.add(bytes(":2}\n\n"))).toEqual(['{"b":2}']);
});

test("a letter may be cut in two", () => {
  const lines = new Lines();
  const cut = bytes('"✦"\n');
  expect(lines.add(cut.slice(0, 2))).toEqual([]);
  expect(lines.add(cut.slice(2))).toEqual(['"✦"']);
});
