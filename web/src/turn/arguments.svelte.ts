/** An action of the bar and its arguments: what was offered for each so far, and what may be chosen next. The server is
 * asked for each argument after those that were chosen. */

import type { ChoicesTold, Entry } from "../protocol/types";
import type { Looks } from "./looks";
import { choiceBefore, chosenIn, offeredTo, openIn, sameEntry, whyNot } from "./preview";

type Refuse = (fault: unknown) => void;

export class Arguments {
  /** The action chosen on the bar. */
  entry = $state.raw<Entry | null>(null);
  /** What was offered for each argument so far, and the one that is open last. */
  steps = $state.raw<ChoicesTold[]>([]);

  constructor(
    readonly looks: Looks,
    readonly refuse: Refuse,
  ) {}

  /** What may be chosen now; null where an action is not chosen, or nothing is left to choose. */
  get open(): ChoicesTold | null {
    return openIn(this.steps);
  }

  /** The last argument before the open one where there was something to choose; -1 where there was none. */
  get before(): number {
    return choiceBefore(this.steps);
  }

  /** Back to one argument of those before, to choose it anew; false where it is none of them. */
  backTo(at: number): boolean {
    if (at < 0 || at >= this.steps.length) return false;
    this.#drop();
    this.steps = this.steps.slice(0, at + 1);
    return true;
  }

  clear(): void {
    this.entry = null;
    this.steps = [];
    this.#drop();
  }

  /** Asks what may be chosen after these; `told` is called once that is known and the action still meant. After one that
   * was not offered: only why it may not be. Where somebody is `aimed` at already, it is told what may be used on them. */
  ask(being: string, entry: Entry, chosen: readonly unknown[], unoffered: boolean, aimed: string, told: (choices: ChoicesTold) => void): void {
    const all = chosen.length ? [...chosen] : entry.fixed;
    this.looks.ask(
      "choices",
      { being, action: entry.action, chosen: all, aimed },
      (choices) => {
        const found = unoffered ? whyNot(choices) : offeredTo(entry, choices);
        if (!found || !sameEntry(entry, this.entry)) return;
        this.steps = [...this.steps.filter((step) => chosenIn(step).length < all.length), found];
        told(found);
      },
      this.refuse,
    );
  }

  /** What was typed for the open argument, in one's own words or as `choices.typed` says: with it, all that is chosen. */
  read(being: string, words: string, told: (chosen: unknown[]) => void): void {
    const { entry, open } = this;
    if (!entry || !open) return;
    const chosen = chosenIn(open);
    if (open.typed) this.looks.ask("read", { being, action: entry.action, words, chosen }, ({ value }) => told([...chosen, value]), this.refuse);
    else if (open.free) told([...chosen, words]);
  }

  #drop(): void {
    for (const kind of ["choices", "read"] as const) this.looks.drop(kind);
  }
}
