import { expect, test } from "vitest";
import { codeOf, holds, keepCode } from "./code";

test("a code is remembered, and holds until its time is over or another has taken its place", () => {
  keepCode("t", { code: "K7M4QX", until: 1000 });
  const code = codeOf("t");
  expect(code?.code).toBe("K7M4QX");
  expect([holds(code, 1001, 500), holds(code, 1001, 1500), holds(code, 1600, 500), holds(null, 0, 0)]).toEqual([true, false, false, false]);
  keepCode("t", null);
  expect(codeOf("t")).toBeNull();
});
