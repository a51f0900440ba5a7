import { expect, test } from "vitest";
import { edited } from "../editor/edits";
import { Schema, type Table } from "../editor/schema";
import { added, chaptersOf, linesOf, reordered, rowsOf, tablesIn, takenOut, unreached, wayFrom, withChapters } from "./chapters";

const TIDE: Table = {
  title: "Tide",
  chapter: [
    { id: "quay", title: "On the quay", next: [{ to: "ferry", text: "Across.", when: "won" }, { to: "vault", text: "Below.", when: "lost" }] },
    { id: "ferry", title: "The ferry", next: [{ to: "vault", text: "Down." }, { to: "quay", text: "Back." }] },
    { id: "vault", title: "The vault" },
  ],
};
const ids = (adventure: Table): string[] => chaptersOf(adventure).map((one) => one.id);

test("a chapter is added under a word of its own, and where the open one ends its way leads there", () => {
  const more = edited(TIDE, added(TIDE, "The Vault!", 2, "On."));
  expect(ids(more)).toEqual(["quay", "ferry", "vault", "the_vault"]);
  expect(chaptersOf(more)[2]!.ways).toEqual([{ to: "the_vault", text: "On.", when: "" }]);
  const again = edited(more, added(more, "The vault", 0, "On."));
  expect(ids(again).at(-1)).toBe("the_vault_2");
  expect(chaptersOf(again)[0]).toEqual(chaptersOf(TIDE)[0]); // it goes on already
  const waiting = edited(more, [{ path: ["chapter", 3, "next"], value: [{ to: "", text: "Down." }] }]);
  expect(chaptersOf(edited(waiting, added(waiting, "The well", 3, "On.")))[3]!.ways).toEqual([{ to: "the_well", text: "Down.", when: "" }]);
});

test("a chapter that is taken out goes with every way to it", () => {
  const left = edited(TIDE, takenOut(TIDE, 2));
  expect(chaptersOf(left).map((one) => one.ways.map((way) => way.to))).toEqual([["ferry"], ["quay"]]);
  expect(ids(edited(TIDE, takenOut(TIDE, 0)))).toEqual(["ferry", "vault"]);
});

test("one changes places with those between", () => {
  expect(reordered([1, 2, 3, 4], 3, 0)).toEqual([4, 1, 2, 3]);
  expect(reordered([1, 2, 3, 4], 0, 2)).toEqual([2, 3, 1, 4]);
});

test("a new way leads to the chapter after it, else to another, else nowhere yet", () => {
  const chapters = chaptersOf(TIDE);
  expect([0, 2].map((at) => wayFrom(chapters, at)["to"])).toEqual(["ferry", "quay"]);
  expect(wayFrom(chapters.slice(0, 1), 0)["to"]).toBe("");
});

test("where a way leads is chosen among the others by their titles", () => {
  const form = { $defs: { Way: { properties: { to: { type: "string", title: "Leads to" } } } }, properties: {} };
  const field = new Schema(withChapters(form, chaptersOf(TIDE), 1, "untitled")).record("Way").fields[0]!;
  expect(field).toMatchObject({ title: "Leads to", shape: { is: "choice", choices: [{ value: "quay", name: "On the quay" }, { value: "vault", name: "The vault" }] } });
  const twice = chaptersOf({ chapter: [{ id: "a" }, { id: "b" }, { id: "b" }] });
  expect(new Schema(withChapters(form, twice, 0, "untitled")).record("Way").fields[0]!.shape).toEqual({ is: "choice", choices: [{ value: "b", name: "untitled" }] });
});

test("chapters stand in rows by how soon one comes to them, those without a way to them last", () => {
  const alone = { ...TIDE, chapter: [...tablesIn(TIDE["chapter"]), { id: "alone", next: [{ to: "ferry" }, { to: "alone" }, { to: "gone" }] }] };
  const chapters = chaptersOf(alone);
  expect(rowsOf(chapters)).toEqual([[0], [1, 2], [3]]);
  expect([...unreached(chapters)]).toEqual([3]);
  expect(linesOf(chapters)).toEqual([
    { from: 0, to: 1, lost: false },
    { from: 0, to: 2, lost: true },
    { from: 1, to: 2, lost: false },
    { from: 1, to: 0, lost: false },
    { from: 3, to: 1, lost: false },
  ]);
  expect([rowsOf([]), [...unreached([])]]).toEqual([[], []]);
});

test("whatever stands in the file is no trouble", () => {
  for (const chapter of ["x", 3, [3, null, "x", { next: "x", title: 3 }], { id: "a" }]) expect(() => rowsOf(chaptersOf({ chapter } as Table))).not.toThrow();
});
