/** Whether the tools of the table lie open, and at which of them one begins. */

class Tools {
  shown = $state(false);
  /** The order of turns was asked for, and not the tools as such. */
  order = $state(false);

  show(order = false): void {
    this.order = order;
    this.shown = true;
  }

  close(): void {
    this.shown = false;
  }
}

export const tools = new Tools();
