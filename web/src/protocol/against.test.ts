import { expect, test } from "vitest";
import { words } from "../words";
import { against } from "./against";
import { Problem } from "./http";
import { Fault, Lost, Refusal } from "./socket";

test("a rule that refuses is named with its reason", () => {
  expect(against(new Refusal("too far", "bb.move"))).toEqual({ reason: "too far", rule: "bb.move" });
  expect(against(new Problem(403, "not yours", "table.seats"))).toEqual({ reason: "not yours", rule: "table.seats" });
});

test("a server that does not answer, or answers without words, is told as such", () => {
  expect(against(new Problem(0, ""))).toEqual({ reason: words.app.noServer, rule: "" });
  expect(against(new Problem(502, "")).reason).toContain("502");
});

test("a line that broke says that nobody knows whether it was done", () => {
  expect(against(new Lost()).reason).toBe(words.app.lost);
});

test("no fault is without words", () => {
  expect(against(new Fault("that cannot be worked out")).reason).toBe("that cannot be worked out");
  for (const fault of [new Fault(""), new Error(""), undefined, "odd"]) expect(against(fault).reason).not.toBe("");
});
