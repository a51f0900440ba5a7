import { expect, test } from "vitest";
import { idOf, listed, nearest } from "./ids";

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

test("what one may begin from is listed by groups, those near to the name first, and none is left out", () => {
  const entry = (name: string, group: string) => ({ name, text: "", group, from: "" });
  const all = [...Array.from({ length: 140 }, (_, at) => entry(`Aspect ${at}`, at % 2 ? "Skills" : "Spells")), entry("Firebolt", "Spells"), entry("Oddity", "")];
  const told = (name: string, sought: string) => listed(all, name, sought, { near: "Near", rest: "Others" }).map(({ title, lines }) => `${title} ${lines.length}`);
  expect(told("", "")).toEqual(["Spells 71", "Skills 70", "Others 1"]);
  expect(told("Fire Lash", "")).toEqual(["Near 1", "Spells 70", "Skills 70", "Others 1"]);
  expect(told("", "spell 13")).toEqual(["Spells 5"]);
  expect(told("", "nobody")).toEqual([]);
});
