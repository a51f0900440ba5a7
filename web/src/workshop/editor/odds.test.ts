import { expect, test } from "vitest";
import { changedFirst, tabled } from "./odds";

const deed = (name: string, words: string[], was: string | null) => ({ name, number: null, chances: words.map((one) => ({ words: one, chance: "1/2", was })) });
const blow = ["hit", "critical", "wounds", "a useless limb", "down"];
const slash = deed("Slash", blow, "1/2");
const cut = deed("Great Slash", blow, "1/2");
const summons = deed("Grave Summons", ["success", "slowed", "prone"], null);

test("of every deed something is told, however many others there are", () => {
  const { columns, rows } = tabled([slash, cut, summons]);
  expect(columns).toEqual(["hit", "critical", "wounds", "a useless limb", "success", "slowed"]);
  expect(rows[2]!.cells.map((cell) => cell?.words)).toEqual([undefined, undefined, undefined, undefined, "success", "slowed"]);
});

test("what is new or other than before comes first", () => {
  expect(changedFirst([slash, cut, summons]).map(({ name }) => name)).toEqual(["Grave Summons", "Slash", "Great Slash"]);
  expect(changedFirst([slash, deed("Lull", ["success"], "2/5")]).map(({ name }) => name)).toEqual(["Lull", "Slash"]);
});
