/** What entries of packs were begun from, as this browser remembers it: to tell what differs. */

import { keep, kept } from "../../look/kept";

const nameOf = (pack: string, kind: string, id: string): string => `origin.${pack}.${kind}.${id}`;

export const originOf = (pack: string, kind: string, id: string): string => kept(nameOf(pack, kind, id)) ?? "";
export const keepOrigin = (pack: string, kind: string, id: string, origin: string): void => keep(nameOf(pack, kind, id), origin || null);
