import { beforeEach, expect, test } from "vitest";
import { keep } from "../look/kept";
import type { BeingShown, ChoicesTold, Entry } from "../protocol/types";
import { against, chosenBy, type Macro, macroOf, Macros, MOST, refusedBy } from "./macros.svelte";

const beings = { onuri: { name: "Onuri" } as BeingShown, vahki: { name: "Patroller 3" } as BeingShown };
const hook = (target: string) => ({ actor: "onuri", name: "attack", args: { weapon: "hook", target } });
const entry = (more: Partial<Entry>) => ({ action: "attack", fixed: [], args: ["weapon", "target"], refused: null, ...more }) as Entry;

beforeEach(() => keep("macros", null));

test("a button that is taken away leaves its place empty, and the others where they are", () => {
  const macros = new Macros("macros");
  for (const target of ["a", "b", "c"]) macros.add(macroOf(hook(target), target, beings));
  macros.add(macroOf(hook("b"), "b", beings));
  macros.drop(0);
  expect(macros.of("onuri").map(({ place, macro }) => [place, macro.words])).toEqual([
    [1, "b"],
    [2, "c"],
  ]);
  macros.add(macroOf(hook("d"), "d", beings));
  const again = new Macros("macros"); // this browser remembers them
  expect(again.of("onuri").map(({ macro }) => macro.words)).toEqual(["d", "b", "c"]);
  expect(again.of("tahra")).toEqual([]);
});

test("there is room for a few", () => {
  const macros = new Macros("macros");
  for (let at = 0; at <= MOST; at++) macros.add(macroOf(hook(String(at)), "", beings));
  expect(macros.of("onuri")).toHaveLength(MOST);
  expect(macros.full).toBe(true);
});

test("what was kept by another version is nothing", () => {
  keep("macros", "{");
  expect(new Macros("macros").places).toEqual([]);
});

test("what is kept and is no button is dropped, and leaves its place empty", () => {
  const good = macroOf(hook("vahki"), "Hook Patroller 3", beings);
  const bad = [7, null, [], { ...good, words: 1 }, { ...good, command: null }, { ...good, command: { ...good.command, args: "all" } }, { ...good, named: { vahki: null } }];
  keep("macros", JSON.stringify([...bad, good]));
  expect(new Macros("macros").places).toEqual([...bad.map(() => null), good]);
});

test("it says in words why it cannot be done now", () => {
  const macro: Macro = macroOf(hook("vahki"), "Hook Patroller 3", beings);
  const far = { reason: "too far", rule: "bb.far" };
  expect(against(macro, [entry({})], beings)).toBeNull();
  expect(against(macro, [entry({})], { onuri: beings.onuri })).toEqual({ reason: "Patroller 3 is not here.", rule: "" });
  expect(against(macro, [entry({ refused: far })], beings)).toEqual(far);
  expect(against(macro, [entry({ fixed: ["hook"], refused: far }), entry({ fixed: ["sling"] })], beings)).toEqual(far);
  expect(against(macro, [], beings)?.reason).toBe("Not possible now.");
});

test("the server is asked with its arguments in their order", () => {
  expect(chosenBy(macroOf(hook("vahki"), "", beings), [entry({})])).toEqual(["hook", "vahki"]);
  expect(refusedBy({ arg: null, refused: null } as unknown as ChoicesTold)).toBeNull();
  expect(refusedBy({ arg: "target" } as unknown as ChoicesTold)?.reason).toBe("Not possible now.");
});
