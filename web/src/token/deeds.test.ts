import { expect, test } from "vitest";
import type { BeingShown, Document } from "../protocol/types";
import { deedsFor, KEYS, playedBy } from "./deeds";

const foe = { hidden: "", ally: false } as BeingShown;
const hero = { hidden: "", ally: true } as BeingShown;

function docOf(role: "gm" | "player" | "spectator", more: object = {}): Document {
  const you = { seat: "you", role, name: "You", beings: role === "player" ? ["tahra"] : [], muted: false, standing: {} };
  return { you, seats: { you, ben: { name: "Ben", role: "player", beings: ["onuri"] } }, beings: {}, offers: null, master: role === "gm" ? {} : null, ...more } as unknown as Document;
}

test("a player sees only what the seat may do", () => {
  const doc = docOf("player", { offers: { tahra: { acts: true } } });
  expect(deedsFor(doc, "tahra", hero, [])).toEqual(["act", "sheet", "picture", "point"]);
  expect(deedsFor(doc, "vahki", foe, ["hide"])).toEqual(["sheet", "point"]);
  expect(deedsFor(docOf("spectator"), "vahki", foe, [])).toEqual(["sheet"]);
});

test("the game master hides where the game can, and shows who is hidden", () => {
  const doc = docOf("gm");
  expect(deedsFor(doc, "vahki", foe, ["hide"])[0]).toBe("hide");
  expect(deedsFor(doc, "vahki", foe, [])).not.toContain("hide");
  expect(deedsFor(doc, "tahra", hero, ["hide"])).not.toContain("hide");
  expect(deedsFor(doc, "vahki", { ...foe, hidden: "Hidden" } as BeingShown, ["hide"])[0]).toBe("show");
});

test("who plays somebody decides what can be made of it", () => {
  const beings = { vahki: { side: "foes" }, raider: { side: "foes" }, scout: { side: "others" }, onuri: { side: "party" } };
  const doc = docOf("gm", { beings, master: { policies: { vahki: "", foes: "simple" } } });
  expect(playedBy(doc, "vahki")).toBe("me");
  expect(playedBy(doc, "scout")).toBe("me");
  expect(playedBy(doc, "raider")).toBe("machine");
  expect(playedBy(doc, "onuri")).toEqual({ seat: "ben" });
  expect(deedsFor(doc, "vahki", foe, [])).toContain("machine");
  expect(deedsFor(doc, "raider", foe, [])).toContain("play");
  expect(deedsFor(doc, "onuri", hero, [])).toContain("whoPlays");
});

test("no two deeds of one menu have the same key", () => {
  const keys = deedsFor(docOf("gm"), "vahki", foe, ["hide"]).map((deed) => KEYS[deed]);
  expect(new Set(keys).size).toBe(keys.length);
});
