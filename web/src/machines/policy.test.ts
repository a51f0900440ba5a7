import { expect, test } from "vitest";
import { called, machineOf, policyOf } from "./policy";

test("a policy is a level, a style, or both", () => {
  expect(machineOf("hard+beast")).toEqual({ level: "hard", style: "beast" });
  expect(machineOf("hard")).toEqual({ level: "hard", style: "" });
  expect(machineOf("beast")).toEqual({ level: "simple", style: "beast" });
  expect(machineOf("fair")).toEqual({ level: "simple", style: "" });
  expect(machineOf("")).toEqual({ level: "", style: "" });
});

test("a level keeps its style, and chance has none", () => {
  expect(policyOf({ level: "hard", style: "beast" })).toBe("hard+beast");
  expect(policyOf({ level: "simple", style: "" })).toBe("simple");
  expect(policyOf({ level: "random", style: "beast" })).toBe("random");
  expect(policyOf({ level: "", style: "beast" })).toBe("");
});

test("people read words, and of what has none its name", () => {
  expect(called("hard+beast")).toBe("hard, like a beast");
  expect(called("some_policy")).toBe("some policy");
});
