import { expect, test } from "vitest";
import type { Choosable, ChoicesTold, Entry } from "../protocol/types";
import type { Aim } from "./aim.svelte";
import { Lead } from "./lead";

const entry = (action: string, more: Partial<Entry> = {}) => ({ action, label: action, group: "attack", fixed: [], args: ["target"], command: null, ...more }) as Entry;
const value = (of: unknown) => ({ value: of, words: String(of), refused: null }) as Choosable;
const STRIKE = entry("strike");
const ENEMIES = { chosen: [], arg: "target", values: [value("orc"), value("elf")] } as unknown as ChoicesTold;

type Led = Parameters<Lead["next"]>[0];
const aim = (more: Partial<Record<keyof Led, unknown>> = {}): Led =>
  ({ entry: STRIKE, steps: [], choices: null, preview: null, deed: null, hovering: false, busy: false, ...more }) as unknown as Aim;
const OPEN = { steps: [ENEMIES], choices: ENEMIES };
const TAKEN = { ...OPEN, preview: { spot: null, move: null, value: ENEMIES.values![0] }, deed: {} };

function led(): Lead {
  const lead = new Lead();
  lead.begin(STRIKE);
  return lead;
}

test("who chose an action with the mouse is led nowhere", () => {
  expect(new Lead().next(aim(OPEN))).toBe(null);
});

test("from an action to what is to be chosen, to the deed, and back to the action", () => {
  const lead = led();
  expect(lead.next(aim())).toBe(null); // the choices are not here yet
  expect(lead.next(aim(OPEN))).toEqual({ at: "choices" });
  expect(lead.next(aim(OPEN))).toBe(null);
  expect(lead.next(aim({ ...TAKEN, hovering: true }))).toBe(null); // only looked at
  expect(lead.next(aim(TAKEN))).toEqual({ at: "deed" });
  expect(lead.next(aim(TAKEN))).toBe(null);
  expect(lead.next(aim({ entry: null }))).toEqual({ at: "actions", of: STRIKE });
  expect(lead.next(aim({ entry: null }))).toBe(null);
});

test("the next argument is come to, too", () => {
  const lead = led();
  lead.next(aim(OPEN));
  const next = { ...ENEMIES, arg: "aim" };
  expect(lead.next(aim({ ...TAKEN, deed: null }))).toBe(null); // what comes after it is being asked
  expect(lead.next(aim({ ...TAKEN, deed: null, steps: [ENEMIES, next], choices: next }))).toEqual({ at: "choices" });
});

test("a deed that was refused is come back to", () => {
  const lead = led();
  lead.next(aim(TAKEN));
  expect(lead.next(aim({ ...TAKEN, busy: true }))).toBe(null);
  expect(lead.next(aim(TAKEN))).toEqual({ at: "deed" });
});

test("places are chosen on the board, and confirmed there", () => {
  const lead = led();
  const cells = { ...ENEMIES, values: [value([3, 2]), value([4, 2])] };
  expect(lead.next(aim({ steps: [cells], choices: cells }))).toEqual({ at: "board", place: [3, 2] });
  expect(lead.next(aim({ ...TAKEN, preview: { spot: { place: [3, 2], being: null }, move: null, value: cells.values[0] } }))).toBe(null);
});

test("a move begins where one stands", () => {
  const lead = new Lead();
  const move = entry("move", { group: "move", args: ["path"] });
  lead.begin(move);
  expect(lead.next(aim({ entry: move }))).toEqual({ at: "board", place: null });
});

test("who takes to the mouse is led no further", () => {
  const lead = led();
  lead.end();
  expect(lead.next(aim({ entry: null }))).toBe(null);
});
