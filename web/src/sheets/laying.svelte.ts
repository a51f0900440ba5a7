/** A thing that somebody carries from one place of their trays to another, and wounds whose place they are asked for. A
 * thing goes where the server says that a command takes it; a wound is laid only while it is asked where. */

import { picked } from "../margin/asked.svelte";
import { against } from "../protocol/against";
import type { Table } from "../protocol/table.svelte";
import type { Against, Asked, LayTold, TrayShown } from "../protocol/types";
import { askedIn, layAt, mayLie, sameSpot, type Spot, WHOLE } from "./carry";

export type At = Pick<Table, "look" | "do">;

/** Where wounds lie that have no place yet. */
export const ASIDE: Spot = { tray: -1, slot: WHOLE };

export class Laying {
  being = $state("");
  trays = $state.raw<readonly TrayShown[]>([]);
  question = $state.raw<Asked | null>(null);
  /** What is in the hand, by where it came from. */
  lifted = $state.raw<Spot | null>(null);
  /** Where it is held over. */
  over = $state.raw<Spot | null>(null);
  /** Where the thing could be laid; null until that is told. */
  lays = $state.raw<LayTold[] | null>(null);
  busy = $state(false);
  why = $state.raw<Against | null>(null);
  #asked = 0;

  constructor(readonly table: At) {}

  /** What is there now. A thing that is carried is let go of when anything has changed. */
  show(being: string, trays: readonly TrayShown[], question: Asked | null): void {
    this.being = being;
    this.trays = trays;
    this.question = question;
    this.letGo();
  }

  // ---------------------------------------------------------------- wounds

  /** The tray in which wounds are laid now; −1 where nobody is asked. */
  get asking(): number {
    return askedIn(this.question, this.being, this.trays);
  }

  /** The slots that were chosen so far, from 0 on. */
  get chosen(): number[] {
    return this.asking < 0 || picked.key !== this.question?.key ? [] : picked.values.map((value) => Number(value) - 1);
  }

  /** Those that can be chosen. */
  get choosable(): number[] {
    return this.asking < 0 ? [] : (this.question?.domain.among ?? []).map((part) => Number(part.value) - 1);
  }

  get most(): number {
    return this.question?.domain.most ?? 0;
  }

  /** Wounds that have no place yet. */
  get aside(): number {
    return this.asking < 0 ? 0 : Math.max(0, this.most - this.chosen.length);
  }

  /** Are these wounds that heal, rather than new ones? */
  get heals(): boolean {
    const tray = this.trays[this.asking];
    return tray !== undefined && this.choosable.length > 0 && this.choosable.every((slot) => tray.slots[slot]?.state === "hurt");
  }

  // ---------------------------------------------------------------- lifting

  /** Is there anything at a place that can be taken up now? */
  liftable(at: Spot): boolean {
    if (this.busy) return false;
    if (this.asking >= 0) return at.tray === ASIDE.tray ? this.aside > 0 : at.tray === this.asking && this.chosen.includes(at.slot);
    return this.thingAt(at) !== "";
  }

  thingAt({ tray, slot }: Spot): string {
    return this.trays[tray]?.slots[slot]?.name ?? "";
  }

  lift(at: Spot): void {
    if (!this.liftable(at)) return;
    this.letGo();
    this.lifted = at;
    if (this.asking >= 0) return;
    const asked = ++this.#asked;
    this.table.look("lays", { being: this.being, tray: at.tray, slot: at.slot }).then(
      (lays) => {
        if (asked === this.#asked) this.lays = lays;
      },
      (fault: unknown) => {
        if (asked === this.#asked) this.why = against(fault);
      },
    );
  }

  letGo(): void {
    this.#asked++;
    this.lifted = this.over = this.lays = this.why = null;
  }

  // ---------------------------------------------------------------- laying down

  /** May what is carried be laid there? */
  may(at: Spot): boolean {
    if (this.lifted === null) return false;
    if (this.asking >= 0) return sameSpot(at, ASIDE) ? this.lifted.tray !== ASIDE.tray : at.tray === this.asking && this.choosable.includes(at.slot) && !this.chosen.includes(at.slot);
    return mayLie(this.lays ?? [], at);
  }

  /** What laying it there would do, or why it would not. */
  get lay(): LayTold | undefined {
    return this.asking < 0 ? layAt(this.lays ?? [], this.over) : undefined;
  }

  /** Would it fill this place, where it is held now? */
  fills(at: Spot): boolean {
    if (this.over === null || !this.may(this.over)) return false;
    return sameSpot(at, this.over) || (this.lay?.tray === at.tray && this.lay.slots.includes(at.slot));
  }

  /** Why a thing can be laid nowhere at all. */
  get nowhere(): Against | null {
    return this.lays?.length && this.lays.every((lay) => lay.refused) ? this.lays[0]!.refused : null;
  }

  /** Lays it down there; true where that was done. */
  async layDown(at: Spot): Promise<boolean> {
    const from = this.lifted;
    if (from === null) return false;
    this.over = at;
    if (this.asking >= 0) {
      if (this.may(at)) this.#place(from, at);
      this.letGo();
      return true;
    }
    const lay = this.lay;
    if (!lay || lay.refused) {
      this.letGo();
      this.why = lay?.refused ?? null;
      return false;
    }
    this.busy = true;
    this.lifted = null;
    try {
      await this.table.do("command", lay.command);
      this.letGo();
      return true;
    } catch (fault) {
      this.letGo();
      this.why = against(fault);
      return false;
    } finally {
      this.busy = false;
    }
  }

  /** A wound goes to a slot, or back beside the tray. */
  #place(from: Spot, to: Spot): void {
    const rest = this.chosen.filter((slot) => slot !== from.slot || from.tray === ASIDE.tray);
    this.#choose(to.tray === ASIDE.tray ? rest : [...rest, to.slot]);
  }

  /** A slot is pointed at, without a wound in the hand: chosen, or not any more; where all are laid, the first moves. */
  toggle(slot: number): void {
    if (!this.choosable.includes(slot)) return;
    const { chosen } = this;
    if (chosen.includes(slot)) this.#choose(chosen.filter((one) => one !== slot));
    else this.#choose([...(this.aside ? chosen : chosen.slice(1)), slot]);
  }

  #choose(slots: number[]): void {
    picked.key = this.question?.key ?? "";
    picked.values = slots.toSorted((one, other) => one - other).map((slot) => slot + 1);
  }

  /** All wounds have their places. */
  async answer(): Promise<void> {
    const { question } = this;
    if (!question || this.busy) return;
    this.busy = true;
    await this.table.do("answer", { key: question.key, value: picked.values }).catch((fault: unknown) => (this.why = against(fault)));
    this.busy = false;
  }
}
