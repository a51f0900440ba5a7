import { expect, it } from "vitest";
import { Keeping } from "./keeping";

it("writes one note, however often its pin is refused", async () => {
  const done: unknown[] = [];
  const clues = { title: "Clues", text: "", whose: "own" as const };
  let refuses = true;
  const table = {
    do: async (what: string, fields: Record<string, unknown> = {}) => {
      done.push([what, fields["id"] ?? fields["note"]]);
      if (what === "pin" && refuses) throw new Error("no place of the board");
      return { note: (fields["id"] as string) || "n1" };
    },
  };
  const keeping = new Keeping(table as ConstructorParameters<typeof Keeping>[0]);
  await expect(keeping.keep(clues, [1, 2])).rejects.toThrow("no place");
  refuses = false;
  await keeping.keep(clues, [1, 2]);
  expect(keeping.note).toBe("n1");
  expect(done).toEqual([["note", ""], ["pin", "n1"], ["note", "n1"], ["pin", "n1"]]);
});
