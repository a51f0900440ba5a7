import { expect, test } from "vitest";
import { someZones } from "../board/lay/someZones";
import type { Document } from "../protocol/types";
import { changedSince } from "./changed";

const board = someZones(["Camp", "Shrine"], [["camp", "shrine"]]);
const being = (name: string, more: object = {}) => ({ name, fate: "up", at: "camp", cells: [], pools: [{ name: "HP", now: 9, most: 12 }], conditions: [], ...more });
const doc = (beings: object, counter = "1 of 6") => ({ scene: { situation: [["Round", "1"], ["Escalation Counter", counter]] }, clocks: {}, board, beings }) as unknown as Document;
const prone = [{ name: "prone", words: "Prone", until: "" }];

test("what has changed is told of everybody by name: what they have left, what they are under, and where they are", () => {
  const before = doc({ tahra: being("Tahra", { conditions: prone }), orc: being("Orc") });
  const after = doc({ tahra: being("Tahra", { at: "shrine" }), orc: being("Orc", { fate: "down", pools: [{ name: "HP", now: 0, most: 12 }] }) }, "2 of 6");
  expect(changedSince(after, before)).toBe("Escalation Counter: 2 of 6. Tahra: no longer Prone, now at Shrine. Orc: down, HP 0 of 12.");
  expect(changedSince(before, after)).toBe("Escalation Counter: 1 of 6. Tahra: Prone, now at Camp. Orc: HP 9 of 12, is up again.");
  expect(changedSince(after, after)).toBe("");
});

test("who is there again or up again is not told by what no longer keeps them away", () => {
  const fled = doc({ orc: being("Orc", { fate: "left", at: null, conditions: [{ name: "fled", words: "fled", until: "" }] }) });
  expect(changedSince(doc({ orc: being("Orc") }), fled)).toBe("Orc: is there again, now at Camp.");
  const down = doc({ orc: being("Orc", { fate: "down", conditions: [{ name: "Down", words: "Down", until: "" }, ...prone] }) });
  expect(changedSince(doc({ orc: being("Orc") }), down)).toBe("Orc: is up again, no longer Prone.");
});

test("who comes and who goes is told", () => {
  const [one, two] = [doc({ tahra: being("Tahra") }), doc({ tahra: being("Tahra"), orc: being("Orc") })];
  expect(changedSince(two, one)).toBe("Orc: HP 9 of 12, now at Camp.");
  expect(changedSince(one, two)).toBe("Orc is not there.");
});

test("a leap over much is told in short", () => {
  const many = (at: string) => doc(Object.fromEntries([...Array(11)].map((_, i) => [`orc_${i}`, being(`Orc ${i}`, { at })])));
  const said = changedSince(many("shrine"), many("camp"));
  expect(said).toContain("Orc 7: now at Shrine. And 3 others.");
  expect(said).not.toContain("Orc 8");
});
