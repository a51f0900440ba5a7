/** What this browser adds to the dice of a table: a chain of hashes, made of a secret of its own, whose end it tells when it
 * sits down, and of which it gives one link after another when it is asked. As docs/dice.md defines it. */

import { keep, kept } from "../look/kept";
import { Refusal } from "../protocol/socket";
import type { Table } from "../protocol/table.svelte";
import type { Document, Evening } from "../protocol/types";
import { fromHex, hex, sha256 } from "./sha256";

export interface Own {
  secret: string;
  given: number[]; // the numbers of the links that were given
}

const LENGTH = 512; // links of a chain
const MOST = 30; // chains that are remembered, the last ones

const nameOf = (table: string) => `chains.${table}`;

/** The chains of this browser at a table, by their ends. */
export function ownChains(table: string): Record<string, Own> {
  try {
    return JSON.parse(kept(nameOf(table)) ?? "{}") as Record<string, Own>;
  } catch {
    return {};
  }
}

function remember(table: string, end: string, own: Own): void {
  const all = Object.entries(ownChains(table)).filter(([other]) => other !== end);
  keep(nameOf(table), JSON.stringify(Object.fromEntries([...all, [end, own]].slice(-MOST))));
}

/** The links of a chain by their numbers; with the number 0 its end. */
export function chainOf(secret: Uint8Array, length: number): string[] {
  const links = [secret];
  for (let n = 0; n < length; n++) links.push(sha256(links[n]!));
  return links.reverse().map(hex);
}

/** How many links this browser gave on an evening that are not among those that were used. */
export function unused(evening: Evening, own: Record<string, Own>): number {
  if (!evening.closed) return 0;
  const told = evening.links ?? [];
  const used = new Set(told.filter((event) => event.is === "given").map((event) => event.link));
  const ends = told.filter((event) => event.is === "chain" && event.link && own[event.link]).map((event) => event.link!);
  return ends.flatMap((end) => own[end]!.given.filter((number) => !used.has(chainOf(fromHex(own[end]!.secret), LENGTH)[number]!))).length;
}

/** Adds to the dice of a table for as long as it is open; gives how to stop it. */
export function addLinks(table: Table, random = secretOf): () => void {
  const made = new Map<string, string[]>();
  let asked = ""; // the link that was given last
  let telling = false;
  let refused = 0; // the evening on which no more chains are taken

  function linksOf(end: string, own: Own): string[] {
    if (!made.has(end)) made.set(end, chainOf(fromHex(own.secret), LENGTH));
    return made.get(end)!;
  }

  function tell(evening: number): void {
    const secret = random();
    if (telling || refused === evening || secret === null) return;
    const links = chainOf(secret, LENGTH);
    const end = links[0]!;
    made.set(end, links);
    remember(table.id, end, { secret: hex(secret), given: [] });
    telling = true;
    table
      .do("chain", { end, length: LENGTH })
      .catch((fault) => {
        if (fault instanceof Refusal) refused = evening;
      })
      .finally(() => (telling = false));
  }

  function give(end: string, number: number, evening: number): void {
    const own = ownChains(table.id)[end];
    if (!own || asked === `${end} ${number}`) return; // it is the chain of another browser, or on its way
    // A number that was given before: who asks again knows the link, and could choose what to do by it
    if (number > LENGTH || own.given.some((before) => before >= number)) return tell(evening);
    asked = `${end} ${number}`;
    remember(table.id, end, { ...own, given: [...own.given, number] });
    table.do("link", { number, link: linksOf(end, own)[number]! }).catch(() => undefined);
  }

  function follow({ dice }: Document): void {
    if (dice.links === null || dice.typed) return;
    if (dice.asked) give(dice.chain, dice.asked, dice.evening);
    else if (!dice.chain) tell(dice.evening);
  }

  if (table.document) follow(table.document);
  return table.heard((document, before) => {
    if (document.dice !== before?.dice) follow(document);
  });
}

/** A secret; none where the browser has no luck that nobody can guess. */
function secretOf(): Uint8Array | null {
  if (typeof crypto === "undefined" || !crypto.getRandomValues) return null;
  return crypto.getRandomValues(new Uint8Array(32));
}
