/** Which of the cards is chosen. The keys of the cards are those of the action bar that lay there a moment before: the first
 * press only chooses, and what cannot be undone is asked about whoever clicks it. */

import type { Choice } from "./choices";

export class Choosing {
  chosen = $state<Choice | null>(null);

  /** Its key is pressed: is it to be done? */
  key(choice: Choice): boolean {
    const again = this.chosen === choice;
    this.chosen = again ? null : choice;
    return again;
  }

  /** It is clicked: is it to be done? */
  click(choice: Choice, undoable: boolean): boolean {
    if (!undoable) return this.key(choice);
    this.chosen = null;
    return true;
  }

  /** Somebody has gone on to something else. */
  leave(choice: Choice): void {
    if (this.chosen === choice) this.chosen = null;
  }
}
