/** The gauge: the scene as it stands is fought again and again, and what is known so far is told. Whatever changes in the
    scene ends that and begins it anew; what was known before stays to be read, paler. */

import { Problem } from "../../protocol/http";
import type { GaugeLine, GaugeTold, Grade, WayThere } from "./told";

/** Whoever has scenes fought. Aborting the signal ends it on the server too. */
export interface Fights {
  gauge(text: string, party: Counted | null, heard: (line: GaugeLine) => void, signal: AbortSignal): Promise<void>;
  ways(text: string, party: Counted | null, wish: Grade, heard: (ways: WayThere[]) => void, signal: AbortSignal): Promise<void>;
}

/** A party that is made up: so many, of this level. */
export interface StandIn {
  size: number;
  level: number;
}

/** The characters of a table as they stand there, for its game master. */
export interface OfTable {
  table: string;
  seat: string; // its token
  title: string;
}

/** Who is counted in place of those in the scene. */
export type Counted = StandIn | OfTable;

/** As the server is told: the token goes apart. */
export const asAsked = (party: Counted | null): { party: StandIn | { table: string } | null; seat: string } =>
  party && "table" in party ? { party: { table: party.table }, seat: party.seat } : { party, seat: "" };

const PAUSE = 300; // milliseconds between a change and the first fight
const MOST_WAYS = 4;
const ENOUGH = 60; // fights by which it is known well enough to look for ways there

export class Gauge {
  told = $state.raw<GaugeTold | null>(null);
  of = $state(0); // fights
  /** Is what is known of the scene as it was before? */
  stale = $state(false);
  running = $state(false);
  fault = $state("");
  place = $state(0); // in the queue
  wish = $state<Grade | null>(null);
  ways = $state.raw<WayThere[]>([]);
  looking = $state(false); // for ways there
  noWays = $state(false);
  #fights: Fights;
  #pause: number;
  #text = "";
  #party: Counted | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stop: AbortController | null = null;
  #stopWays: AbortController | null = null;
  #held = false;
  #coming: WayThere[] | null = null;
  #sought = false; // of the scene as it is, for the wish

  constructor(fights: Fights, pause = PAUSE) {
    this.#fights = fights;
    this.#pause = pause;
  }

  /** The scene is this now. */
  look(text: string, party: Counted | null): void {
    if (text === this.#text && same(party, this.#party)) return;
    this.#text = text;
    this.#party = party;
    this.stale = this.told !== null;
    this.ways = [];
    this.noWays = false;
    this.end();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.run(), this.#pause);
  }

  async run(): Promise<void> {
    clearTimeout(this.#timer);
    this.end();
    const stop = (this.#stop = new AbortController());
    this.running = true;
    this.fault = "";
    try {
      await this.#fights.gauge(this.#text, this.#party, (line) => this.#stop === stop && this.#hear(line), stop.signal);
    } catch (fault) {
      if (this.#stop === stop && !stop.signal.aborted) this.#fail(fault instanceof Problem ? fault.reason : "");
    }
    if (this.#stop !== stop) return;
    this.running = false;
    this.place = 0;
    this.#seekOnce();
  }

  #hear(line: GaugeLine): void {
    this.place = line.place ?? 0;
    this.of = line.of || this.of;
    if (line.fault) this.#fail(line.fault);
    else if (line.gauge) {
      this.told = line.gauge;
      this.stale = false;
      if (line.gauge.fights >= ENOUGH) this.#seekOnce();
    }
  }

  /** Nothing is told of what cannot be fought. */
  #fail(fault: string): void {
    this.fault = fault;
    this.told = null;
    this.stale = false;
  }

  /** How hard it should be; nothing: as it is. */
  choose(wish: Grade | null): void {
    this.wish = wish;
    this.#endWays();
    this.ways = [];
    this.noWays = false;
    if (this.told && (!this.running || this.told.fights >= ENOUGH)) this.#seekOnce();
  }

  #seekOnce(): void {
    if (this.wish && this.told && !this.stale && !this.looking && !this.#sought) void this.#seek(this.wish);
  }

  async #seek(wish: Grade): Promise<void> {
    this.#endWays();
    if (wish === this.told?.grade) return; // there already
    this.#sought = true;
    const stop = (this.#stopWays = new AbortController());
    this.looking = true;
    this.noWays = false;
    try {
      await this.#fights.ways(this.#text, this.#party, wish, (ways) => this.#stopWays === stop && this.#found(ways.slice(0, MOST_WAYS)), stop.signal);
    } catch (fault) {
      if (this.#stopWays === stop && !stop.signal.aborted && fault instanceof Problem) this.fault = fault.reason;
    }
    if (this.#stopWays !== stop) return;
    this.looking = false;
    this.noWays = !this.ways.length;
  }

  #found(ways: WayThere[]): void {
    if (this.#held) this.#coming = ways;
    else this.ways = ways;
  }

  /** While somebody points at one of the ways they stay as they are; what was told meanwhile is shown afterwards. */
  hold(held: boolean): void {
    this.#held = held;
    if (!held && this.#coming) this.ways = this.#coming;
    this.#coming = null;
  }

  /** Ends the fights, here and on the server; what is known stays. */
  end(): void {
    this.#stop?.abort();
    this.#stop = null;
    this.running = false;
    this.place = 0;
    this.#endWays();
  }

  #endWays(): void {
    this.#stopWays?.abort();
    this.#stopWays = null;
    this.looking = false;
    this.#sought = false;
    this.#coming = null;
  }

  leave(): void {
    clearTimeout(this.#timer);
    this.end();
  }
}

const same = (one: Counted | null, other: Counted | null): boolean => JSON.stringify(one) === JSON.stringify(other);
