import { expect, test } from "vitest";
import type { ThingsTold } from "../protocol/types";
import { added, changed, thingOf, without } from "./things";

const names: ThingsTold = { key: "", stays: false, values: [], columns: [] };
const pack: ThingsTold = { key: "id", stays: false, values: [], columns: [{ name: "count", words: "count", kind: "number", value: 1 }] };
const slots: ThingsTold = { key: "thing", stays: true, values: [], columns: [{ name: "marked", words: "marked", kind: "yes", value: false }] };

test("a thing is given by its id, or with what is said of a new one", () => {
  expect(added(names, ["rope"], "lamp")).toEqual(["rope", "lamp"]);
  expect(added(names, ["axe", ""], "lamp")).toEqual(["axe", "lamp"]); // into the hand that is empty
  expect(added(pack, [], "rope")).toEqual([{ id: "rope", count: 1 }]);
  expect(thingOf(pack, { id: "rope", count: 1 })).toBe("rope");
});

test("it goes into the first empty slot that is not injured", () => {
  const rows = [{ thing: "", marked: true }, { thing: "", marked: false }];
  expect(added(slots, rows, "axe")).toEqual([{ thing: "", marked: true }, { thing: "axe", marked: false }]);
});

test("what is said of one is changed, and one is taken", () => {
  expect(changed([{ id: "rope", count: 1 }], 0, "count", 3)).toEqual([{ id: "rope", count: 3 }]);
  expect(without(names, ["rope", "lamp"], 0)).toEqual(["lamp"]);
  expect(without(slots, [{ thing: "axe", marked: false }], 0)).toEqual([{ thing: "", marked: false }]);
});
