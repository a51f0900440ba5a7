import { expect, test } from "vitest";
import type { Table } from "./schema";
import { at, away, edited, moved, set, within } from "./edits";

const ENTRY: Table = { name: "Hook", dice: 2, effects: [{ do: "push", m: 1 }, { do: "fly" }] };

test("an edit is seen at once, and what it was made of stays as it is", () => {
  expect(edited(ENTRY, [set(["dice"], 3), set(["effects", 0, "m"], 4), set(["effects", 2], { do: "light" }), set(["target", "who"], "self")])).toEqual({
    name: "Hook",
    dice: 3,
    effects: [{ do: "push", m: 4 }, { do: "fly" }, { do: "light" }],
    target: { who: "self" },
  });
  expect(edited(ENTRY, [away(["effects", 0]), set(["dice"], null)])).toEqual({ name: "Hook", effects: [{ do: "fly" }] });
  expect(ENTRY["effects"]).toHaveLength(2);
  expect(at(ENTRY, ["effects", 0, "m"])).toBe(1);
  expect(at(ENTRY, ["name", "first"])).toBeUndefined();
});

test("what is moved in a list trades places with those on its way", () => {
  const list = ["a", "b", "c", "d"];
  const edits = moved(list, ["modules"], 0, 2);
  expect(edits.map(({ path }) => path)).toEqual([["modules", 0], ["modules", 1], ["modules", 2]]);
  expect(edited({ modules: list }, edits)).toEqual({ modules: ["b", "c", "a", "d"] });
});

test("a change of a part is one of the whole", () => {
  const all = [{ path: ["effects", 0, "m"] }, { path: ["name"] }];
  expect(within(all, ["effects"])).toHaveLength(1);
  expect(within(all, ["effects", 1])).toHaveLength(0);
});
