import { expect, test } from "vitest";
import type { Board } from "../../board/aimed";
import { blankRecord } from "../editor/schema";
import { fieldsOf, toolsOf } from "./fields";
import type { SceneField } from "./told";

const CELL = { type: "array", prefixItems: [{ type: "integer" }, { type: "integer" }], items: false as const };
const LYING: SceneField = {
  of: "scene",
  group: "things",
  path: ["lying"],
  on: "place",
  schema: {
    type: "array",
    title: "What lies about",
    items: { type: "object", required: ["kind", "id", "at"], properties: { kind: { enum: ["weapon", "mask"], title: "Kind" }, id: { type: "string", title: "What", "x-ref-by": "kind" } as object, at: { ...CELL, title: "Where" } } },
  },
};
const HEXES = { kind: "hexes", cells: [[0, 0], [1, 0], [2, 0]] } as unknown as Board;

test("a list of parts is a form with places that are chosen on the board, and what is new is on it", () => {
  const { schema, asked } = fieldsOf([LYING], HEXES);
  const [{ field }] = asked as [(typeof asked)[number]];
  expect([field.title, field.shape.is]).toEqual(["What lies about", "list"]);
  const record = field.shape.is === "list" && field.shape.of.is === "record" ? field.shape.of.of : "";
  const shapes = Object.fromEntries(schema.record(record).fields.map((one) => [one.name, one.shape]));
  expect(shapes["at"]).toEqual({ is: "place", many: false, usual: [1, 0] });
  expect(shapes["id"]).toMatchObject({ is: "reference", kinds: ["weapon", "mask"] });
  expect(blankRecord(schema, record)).toEqual({ kind: "weapon", id: "", at: [1, 0] });
});

test("a field that is itself a place, or several, is chosen there; others are as the schema says", () => {
  const { asked } = fieldsOf([
    { of: "being", group: "begins", path: ["hp"], on: "", schema: { type: "integer", title: "HP" } },
    { of: "scene", group: "dangers", path: ["fog"], on: "places", schema: { type: "array", items: CELL, title: "Fog" } },
  ]);
  expect(asked.map(({ field }) => field.shape.is)).toEqual(["number", "place"]);
});

test("where none of the directions is chosen, the field says what holds then", () => {
  const { asked } = fieldsOf([{ of: "being", group: "begins", path: ["facing"], on: "", schema: { type: "integer", title: "Faces", enum: [0, 1], "x-names": { 0: "east", 1: "west" }, "x-unset": "the nearest enemy" } }], HEXES);
  expect(asked[0]?.field.shape).toMatchObject({ is: "choice", unset: "the nearest enemy" });
});

test("there is no tool for what a game does not have", () => {
  const clock: SceneField = { of: "scene", group: "clocks", path: ["counter"], on: "", schema: { type: "integer", title: "Counter" } };
  expect(toolsOf(fieldsOf([LYING]).asked)).toEqual(["beings", "starts", "things"]);
  expect(toolsOf(fieldsOf([LYING, clock]).asked)).toEqual(["beings", "starts", "things", "clocks"]);
});
