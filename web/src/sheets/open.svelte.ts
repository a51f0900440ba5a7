/** Whose sheet lies open on this screen. */

class Open {
  being = $state("");

  show(being: string): void {
    this.being = being;
  }

  close(): void {
    this.being = "";
  }
}

export const sheets = new Open();
