/** What is made for another entry: one goes there with the thought of coming back, and comes back with it. */

import { keep, kept } from "../../look/kept";
import { router } from "../../router.svelte";
import type { Desk } from "./desk.svelte";
import { type Edit, type Path, set } from "./edits";
import type { Value } from "./schema";

const NAME = "editor.for";

/** Where something is wanted: at this place of that entry; `field`: as this field of a part there. */
export interface Wanted {
  pack: string;
  kind: string;
  id: string;
  name: string;
  path: (string | number)[];
  field: string | null;
  made: string; // the id of what was made, when it is there
  of: string; // the kind that is made
}

export function wanted(): Wanted[] {
  try {
    const found: unknown = JSON.parse(kept(NAME, "tab") ?? "[]");
    return Array.isArray(found) ? (found as Wanted[]) : [];
  } catch {
    return [];
  }
}

const keepAll = (all: Wanted[]): void => keep(NAME, all.length ? JSON.stringify(all) : null, "tab");

/** Goes and makes an entry of this kind, which is wanted here. */
export function makeNew(desk: Desk, of: string, path: Path, field: string | null): void {
  const { pack, kind, editing } = desk;
  const entry = editing.entry;
  editing.leave();
  keepAll([...wanted(), { pack, kind, id: desk.id || String(entry["id"] ?? ""), name: String(entry["name"] ?? entry["title"] ?? ""), path: [...path], field, made: "", of }]);
  router.go(addressOf(pack, of));
}

/** For whom an entry of this kind is being made here. */
export function wantedBy(pack: string, kind: string): Wanted | null {
  const last = wanted().at(-1);
  return last && last.pack === pack && last.of === kind && !last.made ? last : null;
}

/** It is made: back to where it is wanted. */
export function bringBack(id: string): void {
  const all = wanted();
  const last = all.at(-1);
  if (!last) return;
  keepAll([...all.slice(0, -1), { ...last, made: id }]);
  router.go(addressOf(last.pack, last.kind, last.id));
}

/** What was made for this entry, as the edits that use it; told once. */
export function broughtTo(pack: string, kind: string, id: string): Edit[] {
  const all = wanted();
  const last = all.at(-1);
  if (!last || !last.made || last.pack !== pack || last.kind !== kind || last.id !== id) return [];
  keepAll(all.slice(0, -1));
  const value: Value = last.field === null ? last.made : { [last.field]: last.made };
  return [set(last.path, value)];
}

/** Whoever comes here by another way wants nothing any more. */
export function forgetWanted(): void {
  keepAll([]);
}

export function addressOf(pack: string, kind: string, id = ""): string {
  return ["", "workshop", pack, kind, ...(id ? [id] : [])].map(encodeURIComponent).join("/");
}
