/** Recomputing the dice of an evening: everything that fell follows from the seed that is told when it is closed, and the
 * seed is the one whose seal was shown before the first throw. As docs/protocol.md defines it. */

import type { Evening } from "../protocol/types";
import { fromHex, hex, hmac, sha256 } from "./sha256";

export interface Checked {
  first: number; // the number of its first face
  sides: number[];
  told: number[];
  found: number[]; // what the seed gives
  right: boolean;
}

export interface Verdict {
  sealed: boolean; // the seed is that of the seal
  whole: boolean; // no die was left out or thrown twice
  rolls: Checked[];
}

/** What the face with this number shows, on a die of so many sides. */
export function face(seed: Uint8Array, number: number, sides: number): number {
  const limit = 2n ** 64n - (2n ** 64n % BigInt(sides));
  for (let attempt = 0; ; attempt++) {
    const digest = hmac(seed, new TextEncoder().encode(`${number}:${attempt}`));
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
  const seed = fromHex(evening.seed ?? "");
  let next = 1;
  let whole = true;
  const rolls = (evening.rolls ?? []).map(([first, sides, told]) => {
    whole &&= first === next && sides.length === told.length;
    next = first + told.length;
    const found = sides.map((each, place) => face(seed, first + place, each));
    return { first, sides, told, found, right: found.length === told.length && found.every((one, at) => one === told[at]) };
  });
  return { sealed: seed.length > 0 && sealOf(evening.seed ?? "") === evening.seal, whole, rolls };
}
