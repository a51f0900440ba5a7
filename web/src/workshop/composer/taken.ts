/** What is taken along to the composer: the text of a scene, from a table or from another scene; and from which table one
    came, so as to go back there. */

import { keep, kept } from "../../look/kept";

const NAME = "composer.taken";
const TABLE = "composer.table";

export const comeFrom = (table: string): void => keep(TABLE, table, "tab");
export const cameFrom = (): string => kept(TABLE, "tab") ?? "";

export const takeAlong = (text: string): void => keep(NAME, text, "tab");

/** Told once; empty where there is none. */
export function taken(): string {
  const found = kept(NAME, "tab") ?? "";
  keep(NAME, null, "tab");
  return found;
}
