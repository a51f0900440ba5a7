/** Does somebody look back right now? The rest of this room is loaded when they do. */

class Back {
  open = $state(false);
  at = $state<number | null>(null); // when that was which they want to see: the time of a line of the record
  sharing = $state(false); // they came to share it
  watching = $state(false); // the last fight is to be played by itself, from its beginning

  look(at: number | null = null): void {
    this.at = at;
    this.watching = this.sharing = false;
    this.open = true;
  }

  /** What was played is to be shared. */
  share(): void {
    this.look();
    this.sharing = true;
  }

  watch(): void {
    this.look();
    this.watching = true;
  }

  toNow(): void {
    this.open = false;
    this.at = null;
  }
}

export const back = new Back();
