/** Fields that the game master sets by hand: under which heading they stand, and which are sought. */

import type { BeingShown, FieldTold } from "../protocol/types";

/** By heading, in the order in which they are told. */
export function headed(fields: FieldTold[]): [string, FieldTold[]][] {
  const found = new Map<string, FieldTold[]>();
  for (const field of fields) found.set(field.heading, [...(found.get(field.heading) ?? []), field]);
  return [...found];
}

/** Those whose name or explanation has these words; the names come first. */
export function found(fields: FieldTold[], search: string): FieldTold[] {
  const sought = search.trim().toLowerCase();
  const named = fields.filter((field) => field.words.toLowerCase().includes(sought));
  return [...named, ...fields.filter((field) => !named.includes(field) && `${field.heading} ${field.text}`.toLowerCase().includes(sought))];
}

/** The most of each pool of somebody that would rise where more is set, by the field of the pool. */
export function mostOf(being: BeingShown | undefined): Record<string, number | undefined> {
  const pools = being?.pools.filter((pool) => pool.gauge && !pool.gauge.above) ?? [];
  return Object.fromEntries(pools.map((pool) => [pool.gauge!.field, pool.most]));
}
