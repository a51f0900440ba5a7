/** Whose sheet lies open on this screen. */

class Open {
  being = $state("");
  /** Is it open where somebody's picture is chosen? */
  picture = $state(false);

  show(being: string, picture = false): void {
    this.being = being;
    this.picture = picture;
  }

  close(): void {
    this.being = "";
  }
}

export const sheets = new Open();
