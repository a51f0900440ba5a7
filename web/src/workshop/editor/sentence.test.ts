import { expect, test } from "vitest";
import { Schema } from "./schema";
import { beside, pieces } from "./sentence";

const schema = new Schema({
  $defs: {
    Afflict: {
      "x-sentence": "On {when}, the target is {condition}{nobody}.",
      required: ["do", "condition"],
      properties: { do: { enum: ["condition"] }, when: { enum: ["hit"] }, condition: { type: "string" }, dc: { type: "integer" } },
    },
  },
});

test("a sentence is taken apart into words and blanks, and what it does not say stands beside it", () => {
  const record = schema.record("Afflict");
  expect(pieces(record).map((piece) => ("words" in piece ? piece.words : piece.blank.name))).toEqual(["On ", "when", ", the target is ", "condition", "."]);
  expect(beside(record, "do").map(({ name }) => name)).toEqual(["dc"]);
});
