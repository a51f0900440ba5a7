/** The pack in which somebody works: the library opens it when they come back. */

import { keep, kept } from "../../look/kept";

const NAME = "workshop.pack";

export const rememberPack = (pack: string): void => keep(NAME, pack, "tab");

/** Told once. */
export function lastPack(): string {
  const found = kept(NAME, "tab") ?? "";
  keep(NAME, null, "tab");
  return found;
}
