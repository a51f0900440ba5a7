/** Who added to the dice of an evening: every link held against its chain, and against whose turn it was. */

import type { Evening } from "../protocol/types";
import { fromHex, hex, sha256 } from "./sha256";

type Event = NonNullable<Evening["links"]>[number];

/** What was mixed into a throw: nothing where it rests on the seed alone. */
export interface Added {
  link: string; // the link or links
  own: boolean; // who threw has added to it
  name: string; // of the other seat that has
  away: string[]; // who was asked, and did not
}

export const NOBODY: Added = { link: "", own: false, name: "", away: [] };

interface Chain {
  seat: string;
  name: string;
  master: boolean;
  length: number;
  asked: number;
  turn: number;
  ready: boolean; // it was told before the decision
  number: number; // of the link that was given last
  link: string;
}

/** What was added to each throw, in its order; or why that cannot be as it is told. */
export function added(evening: Evening): { throws: Added[]; why: string } {
  const events = [...(evening.links ?? [])];
  const adding = new Adding();
  const throws: Added[] = [];
  try {
    for (const [first] of evening.rolls ?? []) {
      while (events.length && events[0]!.first <= first) adding.follow(events.shift()!);
      throws.push(adding.fall(first));
    }
    for (const event of events) adding.follow(event);
    return { throws, why: "" };
  } catch (fault) {
    return { throws, why: (fault as Error).message };
  }
}

class Adding {
  #chains = new Map<string, Chain>();
  #by = ""; // who has decided; empty: a machine
  #asked: { seat: string; number: number } | null = null;
  #askedSelf = false;
  #now = NOBODY;
  #count = 0;

  follow({ is, first, seat, number = 0, name = "", master = false, link = "" }: Event): void {
    this.#count++;
    if (is === "chain") {
      this.#chains.delete(seat); // the last one last
      this.#chains.set(seat, { seat, name, master, length: number, asked: 0, turn: 0, ready: false, number: 0, link });
    } else if (is === "decided") {
      this.#by = seat;
      this.#asked = null;
      this.#askedSelf = false;
      this.#now = NOBODY;
      for (const chain of this.#chains.values()) chain.ready = true;
    } else if (is === "asked") {
      const chain = this.#next();
      if (this.#asked || chain?.seat !== seat || chain.asked + 1 !== number) throw new Error(`${first}: asked`);
      chain.asked = number;
      chain.turn = this.#count;
      this.#asked = { seat, number };
      this.#askedSelf ||= seat === this.#by;
    } else this.#answered(is, first, seat, link);
  }

  #answered(is: "given" | "away", first: number, seat: string, link: string): void {
    const chain = this.#chains.get(seat);
    if (this.#asked?.seat !== seat || !chain) throw new Error(`${first}: ${is}`);
    if (is === "given") {
      if (!leadsTo(link, chain.link, this.#asked.number - chain.number)) throw new Error(`${first}: given`);
      chain.number = this.#asked.number;
      chain.link = link;
      const both = this.#now.link ? `${this.#now.link}:${link}` : link;
      this.#now = seat === this.#by ? { ...this.#now, link: both, own: true } : { ...this.#now, link: both, name: chain.name };
    } else {
      this.#chains.delete(seat);
      this.#now = { ...this.#now, away: [...this.#now.away, chain.name] };
    }
    this.#asked = null;
  }

  /** Whose turn it is: first of who has decided, then of one other, the game master where there is nobody else, and else who
   * was asked longest ago. A chain that was told after the decision is for the next. */
  #next(): Chain | undefined {
    const fit = [...this.#chains.values()].filter((chain) => chain.ready && chain.asked < chain.length);
    const own = fit.find((chain) => chain.seat === this.#by);
    if (own && !this.#askedSelf) return own;
    if (this.#now.name) return undefined;
    return fit.filter((chain) => chain !== own).sort((one, other) => Number(one.master) - Number(other.master) || one.turn - other.turn)[0];
  }

  /** Dice fall: nobody may be left who had to add to them. */
  fall(first: number): Added {
    if (this.#asked || this.#next()) throw new Error(`${first}: fell`);
    return this.#now;
  }
}

/** Is the known link so many steps nearer to the end of the chain than this one? */
export function leadsTo(link: string, known: string, steps: number): boolean {
  if (steps < 1 || !/^[0-9a-f]{64}$/.test(link)) return false;
  let found = fromHex(link);
  for (let step = 0; step < steps; step++) found = sha256(found);
  return hex(found) === known;
}
