import { expect, test } from "vitest";
import { apply } from "./changes";

const before = { a: { b: 1, c: [{ d: 1 }, { d: 2 }] }, e: { f: "g" } };

test("what changes is new, and what does not is the same object", () => {
  const after = apply(before, [[["a", "c", 1, "d"], 3]]);
  expect(after).toEqual({ a: { b: 1, c: [{ d: 1 }, { d: 3 }] }, e: { f: "g" } });
  expect(after.e).toBe(before.e);
  expect(after.a.c[0]).toBe(before.a.c[0]);
  expect(before.a.c[1]).toEqual({ d: 2 });
});

test("a path alone says that nothing stands there any more", () => {
  expect(apply(before, [[["e"]], [["a", "b"]]])).toStrictEqual({ a: { c: [{ d: 1 }, { d: 2 }] } });
});

test("null is a value", () => {
  expect(apply(before, [[["a"], null]])).toEqual({ a: null, e: { f: "g" } });
});

test("an empty path is the whole document", () => {
  expect(apply<unknown>(before, [[[], { new: 1 }]])).toEqual({ new: 1 });
});

test("new keys come in, one after another", () => {
  expect(apply<unknown>({}, [[["x"], {}], [["x", "y"], [1]]])).toEqual({ x: { y: [1] } });
});
