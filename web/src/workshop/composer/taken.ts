/** The text of a scene that is taken along to the composer, from a table or from another scene. */

import { keep, kept } from "../../look/kept";

const NAME = "composer.taken";

export const takeAlong = (text: string): void => keep(NAME, text, "tab");

/** Told once; empty where there is none. */
export function taken(): string {
  const found = kept(NAME, "tab") ?? "";
  keep(NAME, null, "tab");
  return found;
}
