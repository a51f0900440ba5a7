/** The actions of the bar put in order: what can be done by kind, what is refused, and what may be done at any moment. */

import type { BeingShown, Document, Entry } from "../protocol/types";

type Group = Entry["group"];

export interface Parts {
  now: { name: Group; entries: Entry[] }[]; // what can be done, by kind
  near: Entry[]; // refused, but something stands in the way that may change: it has a price
  far: Entry[]; // refused, since there is nothing to do it with
  ends: Entry[]; // the end of the turn
  count: number;
}

export function parted(entries: Entry[]): Parts {
  const ends = entries.filter((entry) => entry.group === "passes" && !entry.refused);
  const rest = entries.filter((entry) => !ends.includes(entry));
  const open = rest.filter((entry) => !entry.refused);
  const refused = rest.filter((entry) => entry.refused);
  const names = [...new Set(open.map((entry) => entry.group))];
  return {
    now: names.map((name) => ({ name, entries: open.filter((entry) => entry.group === name) })),
    near: refused.filter((entry) => entry.price.length),
    far: refused.filter((entry) => !entry.price.length),
    ends,
    count: entries.length,
  };
}

/** Those that a number chooses. */
export function keyed(parts: Parts): Entry[] {
  return parts.now.filter((group) => group.name !== "gives_up").flatMap((group) => group.entries).slice(0, 9);
}

/** What may be done out of turn, once for all who may. */
export interface Moment {
  label: string;
  by: { being: string; name: string; entry: Entry }[];
}

export function moments(offers: NonNullable<Document["offers"]>, beings: Record<string, BeingShown>, acting: string | null): Moment[] {
  const found = new Map<string, Moment>();
  for (const [being, offered] of Object.entries(offers)) {
    if (being === acting && offered.acts) continue;
    for (const entry of offered.entries.filter((one) => !one.refused && (one.anytime || !offered.acts))) {
      const moment = found.get(entry.label) ?? { label: entry.label, by: [] };
      moment.by.push({ being, name: beings[being]?.name ?? offered.name, entry });
      found.set(entry.label, moment);
    }
  }
  return [...found.values()];
}
