/** Something that the game master tries: whether it is under way, and what came of it. */

import { words } from "../words";

export class Attempt {
  busy = $state(false);
  said = $state("");
  wrong = $state(false);

  /** Tries it; gives whether it was done. A refusal or a rule that broke down is said where the tool stands. */
  async run(what: () => Promise<unknown>, done: string = words.master.done): Promise<boolean> {
    this.busy = true;
    this.said = "";
    try {
      const result = await what();
      const failed = (result as { failed?: string } | null | undefined)?.failed;
      this.wrong = failed !== undefined;
      this.said = failed ?? done;
    } catch (fault) {
      this.wrong = true;
      this.said = (fault as Error).message || words.app.noServer;
    }
    this.busy = false;
    return !this.wrong;
  }
}
