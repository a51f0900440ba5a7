/** What somebody means to do when their turn comes: one deed for each of one's own, which this page remembers. */

import { SvelteMap } from "svelte/reactivity";
import type { PlanTold } from "../protocol/types";

class Planned {
  #of = new SvelteMap<string, PlanTold>();

  of(being: string | null): PlanTold | undefined {
    return being === null ? undefined : this.#of.get(being);
  }

  /** Chosen, or, if it was already, chosen no more. */
  choose(plan: PlanTold): void {
    const { actor } = plan.command;
    if (this.#of.get(actor)?.words === plan.words) this.#of.delete(actor);
    else this.#of.set(actor, plan);
  }

  /** The turn has come: what was meant to be done, once. */
  take(being: string): PlanTold | undefined {
    const plan = this.#of.get(being);
    this.#of.delete(being);
    return plan;
  }
}

export const planned = new Planned();
