/** Something that the game master tries: whether it is under way, and what came of it. */

import { against } from "../protocol/against";
import type { Against } from "../protocol/types";
import { words } from "../words";

export class Attempt {
  busy = $state(false);
  /** That it was done. */
  said = $state("");
  /** Why it was not done. */
  why = $state.raw<Against | null>(null);

  /** What stands against trying it now. Once it was done, it may be refused by what has come of it: that is said to who
   * tries it again, not below what was done. */
  refusedBefore(refused: Against | null): Against | null {
    return this.busy || this.said ? null : refused;
  }

  /** Tries it; gives whether it was done. A refusal or a rule that broke down is said where the tool stands. */
  async run(what: () => Promise<unknown>, done: string = words.master.done): Promise<boolean> {
    this.busy = true;
    this.said = "";
    this.why = null;
    try {
      const result = await what();
      const failed = (result as { failed?: string } | null | undefined)?.failed;
      if (failed === undefined) this.said = done;
      else this.why = { reason: failed, rule: "" };
    } catch (fault) {
      this.why = against(fault);
    }
    this.busy = false;
    return this.why === null;
  }
}
