import { expect, test } from "vitest";
import { begunFrom, originIn } from "./origins";

test("an entry says in its file what it was begun from", () => {
  const text = begunFrom('# Barbed.\n[[weapon]]\nid = "pike"\n', "cinder_hook");
  expect(text).toBe('# begun from cinder_hook\n# Barbed.\n[[weapon]]\nid = "pike"\n');
  expect(originIn(text)).toBe("cinder_hook");
  expect(originIn('[[weapon]]\nid = "pike"\n')).toBe("");
});

test("a copy of a copy was begun from that copy", () => {
  expect(begunFrom('# begun from cinder_hook\n[[weapon]]\nid = "pike"\n', "pike")).toBe('# begun from pike\n[[weapon]]\nid = "pike"\n');
});
