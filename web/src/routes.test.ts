import { expect, test } from "vitest";
import { routeOf } from "./routes";

test("every page has an address", () => {
  expect(routeOf("/")).toEqual({ at: "lobby" });
  expect(routeOf("/new/bluebox")).toEqual({ at: "new", game: "bluebox" });
  expect(routeOf("/join/a%20b")).toEqual({ at: "join", table: "a b" });
  expect(routeOf("/t/abc")).toEqual({ at: "table", table: "abc" });
  expect(routeOf("/t/abc/display")).toEqual({ at: "display", table: "abc" });
  expect(routeOf("/rules/bluebox/bb.roll.attack")).toEqual({ at: "rules", game: "bluebox", rule: "bb.roll.attack" });
  expect(routeOf("/rules")).toEqual({ at: "rules", game: "", rule: "" });
  expect(routeOf("/lab")).toEqual({ at: "lab", table: "" });
  expect(routeOf("/workshop")).toEqual({ at: "workshop" });
  expect(routeOf("/workshop/p1/weapon")).toEqual({ at: "edit", pack: "p1", kind: "weapon", id: "" });
  expect(routeOf("/workshop/p1/map")).toEqual({ at: "map", pack: "p1" });
  expect(routeOf("/workshop/p1/board/weir")).toEqual({ at: "board", pack: "p1", id: "weir" });
  expect(routeOf("/workshop/p1/board/weir/form")).toEqual({ at: "edit", pack: "p1", kind: "board", id: "weir" });
  expect(routeOf("/workshop/p1/weapon/gaff")).toEqual({ at: "edit", pack: "p1", kind: "weapon", id: "gaff" });
  expect(routeOf("/workshop/p1/adventure")).toEqual({ at: "adventure", pack: "p1" });
  expect(routeOf("/workshop/p1/scene")).toEqual({ at: "scene", pack: "p1", name: "" });
  expect(routeOf("/workshop/p1/scene/toll")).toEqual({ at: "scene", pack: "p1", name: "toll" });
  expect(routeOf("/verify/abc")).toEqual({ at: "verify", table: "abc" });
  expect(routeOf("/make/crawl")).toEqual({ at: "make", game: "crawl", table: "", being: "" });
  expect(routeOf("/make/crawl/abc")).toEqual({ at: "make", game: "crawl", table: "abc", being: "" });
  expect(routeOf("/make/crawl/abc/sefa")).toEqual({ at: "make", game: "crawl", table: "abc", being: "sefa" });
});

test("a path that cannot be decoded is taken as it is", () => {
  expect(routeOf("/t/%E0%A4%A")).toEqual({ at: "table", table: "%E0%A4%A" });
});

test("anything else is nowhere", () => {
  for (const path of ["/t", "/make", "/make/a/b/c/d", "/workshop/p1", "/workshop/a/b/c/d", "/t/abc/other", "/verify", "/somewhere", "/new/a/b"]) expect(routeOf(path).at).toBe("nowhere");
});
