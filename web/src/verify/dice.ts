/** Recomputing the dice of an evening: everything that fell follows from the seed that is told when it is closed, and from
 * the links that others have added; the seed is the one whose seal was shown before the first throw. As docs/dice.md
 * defines it. */

import type { Evening } from "../protocol/types";
import { type Added, NOBODY, added } from "./adding";
import { fromHex, hex, hmac, sha256 } from "./sha256";

export interface Checked {
  first: number; // the number of its first face
  sides: number[];
  told: number[];
  found: number[]; // what the seed and the link give
  right: boolean;
  by: Added;
  taken: string; // how it was taken back; empty: it counts
  retry: boolean; // thrown after something was taken back
}

export interface Verdict {
  sealed: boolean; // the seed is that of the seal
  whole: boolean; // no die was left out or thrown twice
  linked: boolean; // every link is the one that had to be asked for
  rolls: Checked[];
  secret: Secret | null; // what was rolled in secret, where that is told
}

/** What was rolled in secret: whether its seed is that of its seal, and how many throws are not what it gives. */
export interface Secret {
  sealed: boolean;
  throws: number;
  wrong: number;
}

/** What the face with this number shows, on a die of so many sides, where this link is mixed in. */
export function face(seed: Uint8Array, number: number, sides: number, link = ""): number {
  if (!Number.isInteger(sides) || sides < 1 || sides > 2 ** 32) return 0; // there is no such die
  const limit = 2n ** 64n - (2n ** 64n % BigInt(sides));
  for (let attempt = 0; ; attempt++) {
    const digest = hmac(seed, new TextEncoder().encode(link ? `${number}:${attempt}:${link}` : `${number}:${attempt}`));
    const drawn = new DataView(digest.buffer).getBigUint64(0);
    if (drawn < limit) return Number(drawn % BigInt(sides)) + 1;
  }
}

/** The seal of a seed. */
export function sealOf(seed: string): string {
  return hex(sha256(fromHex(seed)));
}

/** An evening that is closed, all of it. */
export function checked(evening: Evening): Verdict {
  const { throws, why } = added(evening);
  const retries = new Set(evening.retries ?? []);
  const { whole, found } = thrown(evening.seed ?? "", evening.rolls ?? [], throws);
  const rolls = (evening.rolls ?? []).map(([first, sides, told], at) => ({
    first, sides, told, found: found[at]!, right: same(found[at]!, told), by: throws[at] ?? NOBODY,
    taken: evening.taken_back?.[first] ?? "", retry: retries.has(first),
  })); // prettier-ignore
  return { sealed: isSealed(evening.seed ?? "", evening.seal), whole, linked: !why, rolls, secret: secretOf(evening) };
}

function secretOf(evening: Evening): Secret | null {
  if (!evening.secret_seed) return null;
  const rolls = evening.secret_rolls ?? [];
  const { whole, found } = thrown(evening.secret_seed, rolls, []);
  const wrong = rolls.filter(([, , told], at) => !same(found[at]!, told)).length;
  return { sealed: whole && isSealed(evening.secret_seed, evening.secret_seal ?? ""), throws: rolls.length, wrong };
}

type Rolls = NonNullable<Evening["rolls"]>;

/** What a seed gives, and whether every face is there once. */
function thrown(words: string, rolls: Rolls, throws: Added[]): { whole: boolean; found: number[][] } {
  const seed = fromHex(words);
  let next = 1;
  let whole = true;
  const found = rolls.map(([first, sides, told], at) => {
    whole &&= first === next && sides.length === told.length;
    next = first + told.length;
    return sides.map((each, place) => face(seed, first + place, each, throws[at]?.link));
  });
  return { whole, found };
}

const same = (one: number[], other: number[]) => one.length === other.length && one.every((face, at) => face === other[at]);
const isSealed = (seed: string, seal: string) => seed.length > 0 && sealOf(seed) === seal;
