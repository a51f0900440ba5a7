/** A text with a mistake is not kept in its pack; this tab remembers it, so that whoever comes back goes on with it. */

import { keep, kept } from "../../look/kept";

const nameOf = (pack: string, kind: string, id: string): string => `unkept.${pack}.${kind}.${id}`;

export const remember = (pack: string, kind: string, id: string, text: string): void => keep(nameOf(pack, kind, id), text, "tab");

/** Told once; empty where there is none. */
export function remembered(pack: string, kind: string, id: string): string {
  const found = kept(nameOf(pack, kind, id), "tab") ?? "";
  keep(nameOf(pack, kind, id), null, "tab");
  return found;
}
