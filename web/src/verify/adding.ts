/** Who added to the dice of an evening: every link held against its chain, and against whose turn it was. */

import type { Evening } from "../protocol/types";
import { fromHex, hex, sha256 } from "./sha256";

type Event = NonNullable<Evening["links"]>[number];

/** What a throw was mixed with, and who gave it; nothing where it rests on the seed alone. `away` are those who were asked
 * for it first. */
export interface Added {
  link: string;
  name: string;
  master: boolean;
  away: string[];
}

interface Chain {
  seat: string;
  name: string;
  master: boolean;
  length: number;
  asked: number;
  turn: number;
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
  #now: Added = { link: "", name: "", master: false, away: [] };
  #count = 0;

  follow({ is, first, seat, number = 0, name = "", master = false, link = "" }: Event): void {
    this.#count++;
    if (is === "chain") {
      this.#chains.delete(seat); // the last one last
      this.#chains.set(seat, { seat, name, master, length: number, asked: 0, turn: 0, number: 0, link });
      if (this.#asked?.seat === seat) this.#asked = null;
    } else if (is === "decided") {
      this.#by = seat;
      this.#asked = null;
      this.#now = { link: "", name: "", master: false, away: [] };
    } else if (is === "asked") {
      const chain = this.#next();
      if (this.#asked || this.#now.link || chain?.seat !== seat || chain.asked + 1 !== number) throw new Error(`${first}: asked`);
      chain.asked = number;
      chain.turn = this.#count;
      this.#asked = { seat, number };
    } else this.#answered(is, first, seat, link);
  }

  #answered(is: "given" | "away", first: number, seat: string, link: string): void {
    const chain = this.#chains.get(seat);
    if (this.#asked?.seat !== seat || !chain) throw new Error(`${first}: ${is}`);
    if (is === "given") {
      if (!leadsTo(link, chain.link, this.#asked.number - chain.number)) throw new Error(`${first}: given`);
      chain.number = this.#asked.number;
      chain.link = link;
      this.#now = { ...this.#now, link, name: chain.name, master: chain.master };
    } else {
      this.#chains.delete(seat);
      this.#now = { ...this.#now, away: [...this.#now.away, chain.name] };
    }
    this.#asked = null;
  }

  /** Whose turn it is: never who has decided, the game master where there is no other, and else who was asked longest ago. */
  #next(): Chain | undefined {
    const fit = [...this.#chains.values()].filter((chain) => chain.seat !== this.#by && chain.asked < chain.length);
    return fit.sort((one, other) => Number(one.master) - Number(other.master) || one.turn - other.turn)[0];
  }

  /** Dice fall: nobody may be left who could have added to them. */
  fall(first: number): Added {
    if (!this.#now.link && (this.#asked || this.#next())) throw new Error(`${first}: fell`);
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
