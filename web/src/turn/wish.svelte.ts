/** What somebody wants to try in their own words, before the game master is asked: other parts of the page can begin it. */

class Wish {
  /** Is the form open? */
  open = $state(false);
  words = $state("");
  /** Who tries it; empty: whoever acts. */
  being = $state("");
  /** Grows whenever it was begun elsewhere: then the form takes the focus. */
  begun = $state(0);

  /** The form opens with these words in it. */
  begin(being: string, words: string): void {
    this.being = being;
    this.words = words;
    this.open = true;
    this.begun++;
  }

  done(): void {
    this.open = false;
    this.words = this.being = "";
  }
}

export const wish = new Wish();
