/** What is taken along to the composer: the text of a scene, from a table or from another scene; from which table one
    came, so as to go back there; and that the day is shown. */

import { keep, kept } from "../../look/kept";

const NAME = "composer.taken";
const TABLE = "composer.table";
const DAY = "composer.day";

export const comeFrom = (table: string): void => keep(TABLE, table, "tab");
export const cameFrom = (): string => kept(TABLE, "tab") ?? "";

/** Whether the day of a pack is shown: it stays so from one of its scenes to the next. */
export const showDay = (pack: string, shown: boolean): void => keep(DAY, shown ? pack : null, "tab");
export const dayShown = (pack: string): boolean => kept(DAY, "tab") === pack;

export const takeAlong = (text: string): void => keep(NAME, text, "tab");

/** Told once; empty where there is none. */
export function taken(): string {
  const found = kept(NAME, "tab") ?? "";
  keep(NAME, null, "tab");
  return found;
}
