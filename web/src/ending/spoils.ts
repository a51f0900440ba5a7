/** What was won: who may take it, and how they do. */

import type { Table } from "../protocol/table.svelte";
import type { Document, SpoilShown } from "../protocol/types";

/** Who of those who are still up may be given something: all of the party, or only one's own. */
export function takersOf(doc: Document, all: boolean): string[] {
  return Object.keys(doc.ended?.party ?? {}).filter((who) => doc.beings[who]?.fate === "up" && (all || doc.you.beings.includes(who)));
}

/** Somebody goes there and takes it up; where it is done above the rules, whatever these say against it. */
export async function take(line: Pick<Table, "do">, spoil: SpoilShown, who: string, above = false): Promise<unknown> {
  const at = spoil.ways[who];
  const went = at === undefined ? null : await line.do("walk", { being: who, at });
  if ((went as { failed?: string } | null)?.failed !== undefined) return went;
  return line.do("command", { actor: who, name: spoil.action, args: spoil.args, ...(above ? { force: true, waive: true } : {}) });
}
