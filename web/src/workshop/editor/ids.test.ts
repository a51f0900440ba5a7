import { expect, test } from "vitest";
import { idOf, nearest } from "./ids";

test("an id is made of the name, and is nobody else's", () => {
  expect(idOf("Doorway Hookman")).toBe("doorway_hookman");
  expect(idOf("  Brannoc's Éclair!  ")).toBe("brannocs_eclair");
  expect(idOf("Hook", ["hook", "hook_2"])).toBe("hook_3");
  expect(idOf("鉤", [], "weapon")).toBe("weapon");
});

test("whose name or words have the most in common with what is meant comes first", () => {
  const entry = (name: string, text = "") => ({ name, text, group: "", from: "" });
  const all = [entry("Tunnel Cur"), entry("Venom Skulker"), entry("Crawl Scavenger", "Looter who holds doorways.")];
  expect(nearest(all, "Doorway Scavenger").map(({ name }) => name)).toEqual(["Crawl Scavenger", "Tunnel Cur", "Venom Skulker"]);
  expect(nearest(all, "")[0]?.name).toBe("Tunnel Cur");
});
