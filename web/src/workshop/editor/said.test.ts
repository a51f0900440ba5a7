import { expect, test } from "vitest";
import { type Part, Schema } from "./schema";
import { placeSaid, said, shapeAt, type Speech } from "./said";

const WHOLE: Part = {
  properties: { enemy: { type: "array", items: { $ref: "#/$defs/Enemy" } } },
  $defs: {
    Enemy: {
      properties: {
        aspects: { type: "array", items: { $ref: "#/$defs/Owned" }, title: "Aspects" },
        distance: { type: "array", prefixItems: [{ type: "integer" }, { type: "integer" }], "x-unit": "m" },
        stats: { type: "object", additionalProperties: { type: "integer" } },
        effects: { type: "array", items: { anyOf: [{ $ref: "#/$defs/Push" }], discriminator: { propertyName: "do", mapping: { push: "#/$defs/Push" } } } },
        needs_mask: { type: "boolean" },
      },
    },
    Owned: { required: ["aspect"], properties: { free: { type: "boolean" }, level: { type: "integer" }, aspect: { type: "string", "x-ref": "aspect" } } },
    Push: { "x-sentence": "pushes {m} m when it {when} {edge}, {loud}", properties: { do: { enum: ["push"] }, m: { type: "integer", title: "How far", "x-unit": "m" }, when: { enum: ["hit", "use"], default: "hit", "x-names": { hit: "hits" } }, edge: { type: "integer", default: 0, "x-signed": true, "x-names": { 0: "" } }, loud: { type: "boolean", default: false, "x-names": { true: "loudly", false: "" } } } },
  },
};
const schema = new Schema(WHOLE);
const how: Speech = { schema, nameOf: (_, id) => (id === "fit" ? "Fit" : undefined), yes: "yes", no: "no", nothing: "nothing", to: "to" };
const ENTRY = { aspects: [{ aspect: "fit", free: true, level: 2 }], distance: [1, 6], stats: { FOR: -1 }, effects: [{ do: "push", m: 3 }] };
const told = (name: keyof typeof ENTRY) => said(ENTRY[name], shapeAt(schema, "enemy", [name], ENTRY), how);

test("values are said by the names of what they mean, with their units", () => {
  expect(told("aspects")).toBe("Fit, free, level 2");
  expect(told("distance")).toBe("1 to 6 m");
  expect(told("stats")).toBe("FOR −1");
  expect(told("effects")).toBe("pushes 3 m when it hits");
  expect(said([{ do: "push", m: 1, edge: 2, loud: true }], shapeAt(schema, "enemy", ["effects"], ENTRY), how)).toBe("pushes 1 m when it hits +2, loudly");
  expect(said(undefined, { is: "yes" }, how)).toBe("nothing");
  expect(said([{ aspect: "", free: false }], shapeAt(schema, "enemy", ["aspects"], ENTRY), how)).toBe("Owned"); // nothing is written yet
  expect(said(["cheap_shot", "as one_writes it"], { is: "list", of: { is: "text", long: false } }, how)).toBe("cheap shot, as one_writes it");
});

test("places are said by the titles of fields", () => {
  expect(placeSaid(schema, "enemy", ["effects", 0, "m"], ENTRY, (of, place) => `${of} ${place}`)).toBe("Effects 1, how far");
  expect(placeSaid(schema, "enemy", ["needs_mask"], ENTRY, (of) => of)).toBe("Needs mask");
});
