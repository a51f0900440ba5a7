import { expect, test } from "vitest";
import { Schema, type Table } from "./schema";
import { beside, outline, pieces } from "./sentence";

const schema = new Schema({
  $defs: {
    Afflict: {
      "x-sentence": "On {when}, the target is {condition}{nobody}.",
      required: ["do", "condition"],
      properties: { do: { enum: ["condition"] }, when: { enum: ["hit"] }, condition: { type: "string" }, dc: { type: "integer" } },
    },
    Save: {
      "x-sentence": "{stat} save against [the DC of {dc_stat}|{dc}][, {bonus} more]",
      required: ["stat"],
      properties: { stat: { enum: ["DEX"] }, dc_stat: { enum: ["FOR", ""], default: "" }, dc: { type: "integer", default: 8 }, bonus: { type: "integer", default: 0 } },
    },
  },
});

const saidOf = (record: string, value: Table, open = "") => pieces(schema.record(record), value, open).map((piece) => ("words" in piece ? piece.words : piece.blank.name));

test("a sentence is taken apart into words and blanks, and what it does not say stands beside it", () => {
  const record = schema.record("Afflict");
  expect(saidOf("Afflict", {})).toEqual(["On ", "when", ", the target is ", "condition", "."]);
  expect(beside(record, {}, "do").map(({ name }) => name)).toEqual(["dc"]);
});

test("a sentence says only what holds, and what lies open to be filled in", () => {
  const save = schema.record("Save");
  expect(saidOf("Save", { stat: "DEX" })).toEqual(["stat", " save against ", "dc"]);
  expect(saidOf("Save", { stat: "DEX", dc_stat: "FOR", bonus: 0 })).toEqual(["stat", " save against the DC of ", "dc_stat"]);
  expect(saidOf("Save", { stat: "DEX" }, "bonus").slice(-3)).toEqual([", ", "bonus", " more"]);
  expect(beside(save, { stat: "DEX", dc_stat: "FOR" }).map(({ name }) => name)).toEqual(["dc", "bonus"]);
  expect(outline(save.sentence)).toBe("… save against the DC of …, … more");
});
