import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { blankOf, groupsOf, mostOf, type Part, Schema } from "./schema";

const SMALL: Part = {
  properties: { weapon: { type: "array", items: { $ref: "#/$defs/Weapon" } } },
  $defs: {
    Weapon: {
      title: "Weapon",
      required: ["id", "name"],
      properties: {
        id: { type: "string" },
        name: { type: "string", title: "Name" },
        core: { type: "string", default: "", "x-ref": "core" },
        class: { anyOf: [{ enum: ["melee", "ranged"] }, { type: "null" }], default: null, "x-names": { melee: "in melee" } },
        stat: { anyOf: [{ enum: ["FOR"] }, { enum: [""] }], default: "" },
        distance: { type: "array", prefixItems: [{ type: "integer", minimum: 0 }, { type: "integer" }], items: false, "x-unit": "m" },
        reach: { anyOf: [{ type: "integer", minimum: 0 }, { enum: ["Self"] }], default: "Self" },
        stats: { type: "object", additionalProperties: { type: "integer" }, "x-group": "Body" },
        modules: { type: "array", items: { type: "string", "x-ref": ["module", "core"] }, default: [] },
        effects: {
          type: "array",
          items: { anyOf: [{ $ref: "#/$defs/Push" }, { $ref: "#/$defs/Fly" }], discriminator: { propertyName: "do", mapping: { push: "#/$defs/Push", fly: "#/$defs/Fly" } } },
        },
        note: { type: "string", "x-advanced": true, "x-long": true },
      },
    },
    Push: { title: "Push", required: ["do", "m"], "x-sentence": "the target is pushed {m}", properties: { do: { enum: ["push"] }, m: { type: "integer", minimum: 2, "x-unit": "m" } } },
    Fly: { title: "Fly", required: ["do"], properties: { do: { enum: ["fly"] } } },
  },
};

test("each field has the shape in which somebody fills it in", () => {
  const fields = new Map(new Schema(SMALL).kind("weapon")?.fields.map((field) => [field.name, field]));
  const shape = (name: string) => fields.get(name)?.shape;
  expect(shape("core")).toEqual({ is: "reference", kinds: ["core"], also: [] });
  expect(shape("class")).toEqual({ is: "choice", choices: [{ value: "melee", name: "in melee" }, { value: "ranged", name: "ranged" }] });
  expect(fields.get("class")?.free).toBe(true);
  expect(fields.get("name")?.free).toBe(false);
  expect(shape("stat")).toMatchObject({ choices: [{ name: "FOR" }, { value: "" }] });
  expect(shape("distance")).toMatchObject({ is: "row", of: [{ is: "number", least: 0, unit: "m" }, { least: null }] });
  expect(shape("reach")).toMatchObject({ is: "either", number: { least: 0 }, choices: [{ value: "Self" }] });
  expect(shape("stats")).toMatchObject({ is: "table", of: { is: "number" }, keys: { is: "text" } });
  expect(shape("modules")).toMatchObject({ is: "list", of: { is: "reference", kinds: ["module", "core"] } });
  expect(shape("effects")).toMatchObject({ is: "list", of: { is: "vocabulary", by: "do" } });
  expect(shape("note")).toEqual({ is: "text", long: true });
});

test("how many a list may have is as its schema says", () => {
  const schema = new Schema(JSON.parse(readFileSync("../docs/schema/adventure.schema.json", "utf-8")) as Part);
  const most = Object.fromEntries(schema.record("Chapter").fields.map((field) => [field.name, mostOf(field.shape)]));
  expect(most).toMatchObject({ before: 6, after: 6, handouts: 12, next: 8, coach: 8, title: undefined });
  expect(mostOf(new Schema(SMALL).kind("weapon")!.fields.find(({ name }) => name === "modules")?.shape)).toBe(undefined);
});

test("what matters comes first, then the groups, and last what is seldom needed; an id is nobody's business", () => {
  const groups = groupsOf(new Schema(SMALL).kind("weapon")!.fields, "Seldom");
  expect(groups.map(({ title, fields }) => [title, fields.length])).toEqual([["", 8], ["Body", 1], ["Seldom", 1]]);
  expect(groups[0]?.fields[0]?.name).toBe("name");
});

test("something new has what it must have, within its bounds", () => {
  const schema = new Schema(SMALL);
  const effects = schema.kind("weapon")!.fields.find(({ name }) => name === "effects")!.shape;
  expect(effects.is === "list" && blankOf(schema, effects.of)).toEqual({ do: "push", m: 2 });
});

test("every field of every kind of every game has a shape", () => {
  const unknown: string[] = [];
  for (const game of ["bluebox", "cloudbreaker", "crawl", "navyblue", "vitality"]) {
    const schema = new Schema(JSON.parse(readFileSync(`../docs/schema/${game}-content.schema.json`, "utf-8")) as Part);
    for (const kind of schema.kinds) for (const field of schema.kind(kind)?.fields ?? []) if (field.shape.is === "unknown") unknown.push(`${game} ${kind} ${field.name}`);
  }
  expect(unknown).toEqual([]);
});
