/** What somebody wants to read in the record, from elsewhere on the page: a moment, or all that names somebody. */

class Sought {
  /** Has the record not turned to it yet? */
  waits = $state(false);
  told = $state<number | null>(null);
  words = $state("");

  /** The moment with this number. */
  moment(told: number): void {
    [this.told, this.words, this.waits] = [told, "", true];
  }

  /** All deeds that these words are in. */
  deeds(words: string): void {
    [this.told, this.words, this.waits] = [null, words, true];
  }

  /** Is something wanted? From now on it is had. */
  take(): boolean {
    const waited = this.waits;
    if (waited) this.waits = false;
    return waited;
  }

  forget(): void {
    [this.told, this.words, this.waits] = [null, "", false];
  }
}

export const sought = new Sought();
