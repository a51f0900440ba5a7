/** The past of a table as this seat knew it: which moments there were, and the one that is looked at. */

import { against } from "../protocol/against";
import type { Table } from "../protocol/table.svelte";
import type { Against, MomentListed, MomentsTold, MomentTold } from "../protocol/types";
import { lanesOf, lastFight, roundFrom, roundsOf, signsOf } from "./lanes";
import type { Reel } from "./playing.svelte";
import { words } from "../words";

const KEPT = 60; // moments that stay at hand: who steps to and fro need not wait

export class PastView implements Reel {
  told = $state.raw<MomentsTold | null>(null);
  shown = $state.raw<MomentTold | null>(null);
  at = $state(0); // which of the moments that are listed
  why = $state.raw<Against | null>(null); // it is not told
  otherwise = $state(""); // what else could have been done from here, in words: the path not taken
  since = $state(0); // moments that have come since they began, or were at the end
  #table: Pick<Table, "look">;
  #known = new Map<string, MomentTold>();
  #asked = 0;
  #heard = 0; // how often something was told at the table
  #upTo = 0; // and up to which of them all was read
  #reading = false;
  #held = false; // a hand is on the slider: its end stays where it is

  readonly moments = $derived<readonly MomentListed[]>(this.told?.moments ?? []);
  readonly lanes = $derived(this.told ? lanesOf(this.told, words.past.others, words.past.standing) : []);
  readonly signs = $derived(this.told ? signsOf(this.told) : []);
  readonly rounds = $derived(roundsOf({ moments: [...this.moments] }));
  readonly moment = $derived<MomentListed | null>(this.moments[this.at] ?? null);
  readonly last = $derived(Math.max(0, this.moments.length - 1));
  readonly start = $derived(lastFight([...this.moments]));
  readonly next = $derived.by(() => {
    const found = this.moments.findIndex((moment, at) => at > this.at && moment.counts); // what was taken back did not happen
    return found < 0 ? null : found;
  });

  constructor(table: Pick<Table, "look">) {
    this.#table = table;
  }

  /** Read a chapter, the last one where none is said, and look at its last moment or at the one of a time. */
  async open(chapter: number | null = null, time: number | null = null): Promise<void> {
    if (!(await this.#read(chapter))) return;
    const earlier = chapter === null && time !== null && time < (this.moments[0]?.at ?? 0) ? this.told?.chapters.findLast((one) => one.at <= time) : undefined;
    if (earlier && earlier.chapter !== this.told?.chapter && !(await this.#read(earlier.chapter))) return;
    await this.go(time === null ? this.last : this.moments.findLastIndex((moment) => moment.at <= time));
  }

  /** Read the last chapter, and look at the beginning of its last fight. */
  async openFight(): Promise<void> {
    if (await this.#read(null)) await this.go(this.start);
  }

  async #read(chapter: number | null): Promise<boolean> {
    this.why = null;
    const heard = this.#heard;
    try {
      this.told = await this.#table.look("moments", { chapter });
      this.since = 0;
      this.#upTo = heard;
      void this.#catchUp();
    } catch (fault) {
      this.why = against(fault);
    }
    return this.why === null;
  }

  /** Something was told at the table. What has come since is read, at once for all that comes meanwhile, and nobody is
   *  led away from where they look. */
  follow(): Promise<void> {
    this.#heard++;
    return this.#catchUp();
  }

  hold(): void {
    this.#held = true;
  }

  release(): void {
    this.#held = false;
    void this.#catchUp();
  }

  async #catchUp(): Promise<void> {
    if (this.#reading || !this.told) return;
    this.#reading = true;
    while (this.#upTo < this.#heard && !this.#held) {
      const heard = this.#heard;
      if (await this.#readOn()) this.#upTo = heard;
    }
    this.#reading = false;
  }

  /** Read what has come since; not done where meanwhile another chapter was opened, or a hand came to the slider. */
  async #readOn(): Promise<boolean> {
    const told = this.told;
    const last = told?.moments.at(-1);
    if (!told || !last) return true;
    const more = await this.#table.look("moments", { chapter: told.chapter, since: last.moment }).catch(() => null); // asked again with what is told next
    if (this.told !== told || this.#held) return false;
    const first = more?.moments[0]?.moment;
    if (!more || first === undefined) return true;
    const before = told.moments.filter(({ moment }) => moment < first);
    this.told = { ...more, moments: [...before, ...more.moments] };
    this.since += this.told.moments.length - told.moments.length;
    for (const { moment } of more.moments) this.#known.delete(keyOf(told.chapter, moment));
    if (this.at === this.last && !told.over) void this.#show();
    return true;
  }

  async go(to: number): Promise<void> {
    if (!this.moments.length) return;
    this.at = Math.min(this.last, Math.max(0, to));
    this.otherwise = "";
    if (this.at === this.last) this.since = 0;
    await this.#show();
  }

  async #show(): Promise<void> {
    const told = this.told!;
    const asked = ++this.#asked;
    const found = await this.#look(told.chapter, this.moments[this.at]!.moment, this.at === this.last && !told.over);
    if (asked === this.#asked && found) this.shown = found; // else another one is wanted by now
  }

  /** The round of a moment; of one with which a fight has ended the one that it ended in. */
  roundAt(at: number): number {
    return this.moments[at]?.round || this.moments[at - 1]?.round || 0;
  }

  step(by: -1 | 1): Promise<void> {
    return this.go(this.at + by);
  }

  round(by: -1 | 1): Promise<void> {
    return this.go(roundFrom(this.rounds, this.at, by, this.last));
  }

  /** What is still going on is asked for anew each time. */
  async #look(chapter: number, moment: number, goesOn: boolean): Promise<MomentTold | null> {
    const key = keyOf(chapter, moment);
    const [known, told] = [this.#known.get(key), this.told];
    if (known && !goesOn) return known;
    this.why = null;
    try {
      const found = await this.#table.look("moment", { chapter, moment });
      if (this.told === told) this.#known.set(key, found); // else it may be told otherwise by now
      if (this.#known.size > KEPT) this.#known.delete(this.#known.keys().next().value!);
      return found;
    } catch (fault) {
      this.why = against(fault);
      return null;
    }
  }
}

const keyOf = (chapter: number, moment: number): string => `${chapter} ${moment}`;
