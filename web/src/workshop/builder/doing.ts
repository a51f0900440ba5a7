/** Doing at the table what was chosen, one after the other, each as soon as the table is there. */

import type { Table } from "../../protocol/table.svelte";
import type { Document } from "../../protocol/types";

export type Deed = { do: "command" | "gm" | "answer"; key?: string; value?: unknown } & Record<string, unknown>;

/** Is the table where this can be done: at its question, or with nothing under way? */
export function isTime(deed: Deed, document: Document): boolean {
  if (deed.do === "answer") return document.question?.key === deed.key;
  return !["answer", "faces", "link", "game master"].includes(document.waiting?.for ?? "");
}

/** Waits for others where they decide first; `waits` is told who it is, and nothing when it goes on. */
export async function doAll(table: Table, deeds: readonly Deed[], waits: (words: string) => void): Promise<void> {
  for (const { do: kind, ...fields } of deeds) {
    await time({ do: kind, ...fields }, table, waits);
    await table.do(kind, fields as never);
  }
}

function time(deed: Deed, table: Table, waits: (words: string) => void): Promise<void> {
  return new Promise((resolve) => {
    const look = (): boolean => {
      const document = table.document;
      if (!document || !isTime(deed, document)) {
        waits(document?.waiting?.words ?? "");
        return false;
      }
      waits("");
      stop();
      resolve();
      return true;
    };
    const stop = table.changed(look);
    look();
  });
}
