import { expect, test } from "vitest";
import type { BeingShown, Document, LogLine, RollShown, ToldLines } from "../protocol/types";
import { happened, MOST_ROWS, MOST_THROWS, type Happened } from "./happened";

const PACE = { thrown: 400, struck: 200 };

const being = (side: string, at: [number, number] | null, more: Partial<BeingShown> = {}) =>
  ({ name: side, side, at, cells: at ? [at] : [], fate: "up", height: 0, acting: false, pools: [{ name: "HP", now: 10, most: 10 }], ...more }) as unknown as BeingShown;
const roll = (by: string, good: boolean | null, more: Partial<RollShown> = {}) =>
  ({ by, name: by, title: "Attack", dice: [{ sides: 12, face: 9, kept: true, after: null, sign: 1 }], modifiers: [], outcome: { word: "a hit", good }, total: 9, ...more }) as unknown as RollShown;
const line = (named: string[], more: Partial<LogLine> = {}) => ({ words: "", rule: "", rank: "", rolls: [], came: [], parts: named.map((id) => ({ words: id, kind: /\d,/.test(id) ? "place" : "being", id })), ...more }) as unknown as LogLine;
const told = (lines: LogLine[], rolls: RollShown[] = [], more: Partial<ToldLines> = {}) => ({ told: 1, at: 0, by: "", lines, rolls, undoes: [], redoes: [], ...more }) as unknown as ToldLines;

const BOARD = { kind: "hexes", heights: [[2, 0, -3]] } as unknown as Document["board"];
const BEFORE = { board: BOARD, beings: { ann: being("party", [0, 0], { acting: true }), orc: being("foes", [1, 0]), elf: being("foes", [4, 0]) } };
const after = (more: Record<string, Partial<BeingShown>>) => ({ board: BOARD, beings: Object.fromEntries(Object.entries(BEFORE.beings).map(([id, one]) => [id, { ...one, ...more[id] }])) });
const of = (found: Happened[], kind: Happened["kind"]) => found.filter((one) => one.kind === kind);
const show = (then: ReturnType<typeof after>, lines: ToldLines[], pace = PACE) => happened(BEFORE, then, lines, pace, ["HP"]);

test("dice fall, then the blow is seen, then what came of it", () => {
  const found = show(after({}), [told([line(["ann", "elf"], { rolls: [0] }), line(["elf"], { came: [{ who: "elf", what: "HP", by: -6, good: null }, { who: "elf", what: "Bleeding", by: 0, good: null }] })], [roll("ann", true)])]);
  expect(found.map(({ kind, at }) => [kind, at])).toEqual([["thrown", 0], ["struck", 400], ["came", 600], ["came", 600]]);
  expect(of(found, "struck")).toMatchObject([{ by: "ann", who: "elf", hit: true }]);
  expect(of(found, "came")).toMatchObject([{ words: "−6", good: false, row: 0 }, { words: "Bleeding", row: 1 }]);
});

test("a miss is one, and a check against nobody strikes nobody", () => {
  expect(of(show(after({}), [told([line(["ann", "orc"], { rolls: [0] })], [roll("ann", false)])]), "struck")).toMatchObject([{ hit: false }]);
  expect(of(show(after({}), [told([line(["ann"], { rolls: [0] })], [roll("ann", true)])]), "struck")).toEqual([]);
  expect(of(show(after({}), [told([line(["ann", "orc"], { rolls: [0] })], [roll("ann", null)])]), "struck")).toEqual([]);
});

test("the faces are those that were told, and without dice the rest comes at once", () => {
  const rolls = [roll("ann", true)];
  const lines = [told([line(["ann", "orc"], { rolls: [0] })], rolls)];
  expect(of(show(after({}), lines), "thrown")).toMatchObject([{ roll: rolls[0] }]);
  expect(show(after({}), lines, { thrown: 0, struck: 200 }).map(({ kind, at }) => [kind, at])).toEqual([["struck", 0]]);
});

test("of many rolls those are seen that decide something, and never more than a few", () => {
  const many = Array.from({ length: 9 }, (_, i) => roll(`being ${i}`, i < 5 ? true : null, i < 5 ? {} : { outcome: null }));
  const found = of(show(after({}), [told(many.map((_, i) => line([], { rolls: [i] })), many)]), "thrown");
  expect(found).toHaveLength(MOST_THROWS);
  expect(found.every((one) => one.kind === "thrown" && one.roll.outcome !== null)).toBe(true);
});

test("much over one head is written in a few rows, and all of it begins soon", () => {
  const came = Array.from({ length: 9 }, (_, i) => ({ who: "elf", what: `Condition ${i}`, by: 0, good: null }));
  const rows = of(show(after({}), [told([line(["elf"], { came })])]), "came");
  expect(rows).toHaveLength(MOST_ROWS);
  const long = Array.from({ length: 60 }, () => line(["ann", "elf"], { rolls: [0] }));
  expect(Math.max(...show(after({}), [told(long, [roll("ann", true)])]).map(({ at }) => at))).toBeLessThanOrEqual(2400);
});

test("a number that a game master sets rises, too; one that is not known exactly is not guessed", () => {
  const pools = (now?: number) => ({ pools: [now === undefined ? { name: "HP", tenths: 4 } : { name: "HP", now, most: 10 }] });
  expect(of(show(after({ orc: pools(4) }), [told([line(["orc"])])]), "came")).toMatchObject([{ who: "orc", words: "−6" }]);
  expect(of(show(after({ orc: pools(12) }), [told([line(["orc"])])]), "came")).toMatchObject([{ words: "+2", good: true }]);
  expect(of(show(after({ orc: pools() }), [told([line(["orc"])])]), "came")).toEqual([]);
});

test("who is pushed slides, into a pit they fall, and who goes by themselves does neither", () => {
  const pushed = [told([line(["ann", "orc"], { rolls: [0] })], [roll("ann", true)])];
  expect(of(show(after({ orc: { at: [1, 1] } }), pushed), "slid")).toMatchObject([{ who: "orc" }]);
  expect(of(show(after({ orc: { at: [2, 0] } }), pushed), "fell")).toMatchObject([{ who: "orc" }]);
  for (const itself of [told([line(["orc", "1,1"])]), told([line(["orc", "elf"])])])
    expect(show(after({ orc: { at: [1, 1] } }), [itself]).filter(({ kind }) => kind === "slid" || kind === "fell")).toEqual([]);
  expect(of(show(after({ ann: { at: [0, 1] } }), [told([line(["orc", "ann"])])]), "slid")).toEqual([]); // it is their turn
});

test("who goes down topples, on the board or as they leave it", () => {
  expect(of(show(after({ orc: { fate: "down" } }), [told([line(["orc"])])]), "down")).toMatchObject([{ who: "orc" }]);
  expect(of(show(after({ orc: { fate: "out", at: null } }), [told([line(["orc"])])]), "gone")).toMatchObject([{ who: "orc", being: BEFORE.beings.orc }]);
  expect(show(after({ orc: { fate: "left", at: null } }), [told([line(["orc"])])])).toEqual([]);
});

test("nothing happens anew when something is taken back, or nothing was told", () => {
  const lines = [line(["ann", "orc"], { rolls: [0] })];
  expect(show(after({ orc: { at: [1, 1] } }), [told(lines, [roll("ann", true)], { undoes: [3] })])).toEqual([]);
  expect(show(after({ orc: { at: [1, 1] } }), [])).toEqual([]);
});
