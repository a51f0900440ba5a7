/** Through whose eyes the game master looks at the table right now. */

class Seeing {
  seat = $state("");

  as(seat: string): void {
    this.seat = seat;
  }

  back(): void {
    this.seat = "";
  }
}

export const seeing = new Seeing();
