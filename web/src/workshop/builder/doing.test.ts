import { expect, test } from "vitest";
import type { Table } from "../../protocol/table.svelte";
import { type Deed, doAll, isTime } from "./doing";

const at = (key: string, waiting = "answer") => ({ question: key ? { key } : null, waiting: { for: waiting, words: "Mara decides" } }) as never;

test("an answer waits for its question, and a command for nothing to be under way", () => {
  expect(isTime({ do: "answer", key: "ask a" }, at("ask a"))).toBe(true);
  expect(isTime({ do: "answer", key: "ask a" }, at("ask b"))).toBe(false);
  expect(isTime({ do: "command" }, at("ask a"))).toBe(false);
  expect(isTime({ do: "gm" }, at("", "command"))).toBe(true);
});

test("what was chosen is done in order, and waits while others decide", async () => {
  const done: unknown[] = [];
  const told: string[] = [];
  let look = (): void => undefined;
  const table = {
    document: at("", "command"),
    changed: (call: () => void) => ((look = call), () => (look = () => undefined)),
    do: async (kind: string, fields: object) => void done.push([kind, fields]),
  };
  const deeds: Deed[] = [{ do: "gm", name: "level_up", args: {} }, { do: "answer", key: "ask a", value: "Brawn" }];
  const all = doAll(table as unknown as Table, deeds, (words) => told.push(words));
  await Promise.resolve();
  table.document = at("ask gm");
  await new Promise((resolve) => setTimeout(resolve));
  expect(done).toEqual([["gm", { name: "level_up", args: {} }]]);
  table.document = at("ask a");
  look();
  await all;
  expect(done[1]).toEqual(["answer", { key: "ask a", value: "Brawn" }]);
  expect(told).toContain("Mara decides");
});
