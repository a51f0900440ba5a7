/** The menu of a token: whose it is, and where the focus was before it opened. */

class Menu {
  who = $state("");
  #before: HTMLElement | SVGElement | null = null;

  open(who: string): void {
    if (!this.who) this.#before = document.activeElement as HTMLElement | null;
    this.who = who;
  }

  /** Closes it; who came by keyboard is back where they were. */
  close(back = true): void {
    this.who = "";
    const before = this.#before;
    this.#before = null;
    if (back && before?.isConnected && before !== document.body) before.focus({ preventScroll: true });
  }
}

export const menu = new Menu();
