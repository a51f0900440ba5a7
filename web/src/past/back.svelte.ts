/** Does somebody look back right now? The rest of this room is loaded when they do. */

class Back {
  open = $state(false);
  at = $state<number | null>(null); // when that was which they want to see: the time of a line of the record
  watching = $state(false); // the last fight is to be played by itself, from its beginning

  look(at: number | null = null): void {
    this.at = at;
    this.watching = false;
    this.open = true;
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
