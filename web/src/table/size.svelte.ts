/** How much room there is: wide with a margin, middle with the margin as a drawer, phone with everything in a sheet. */

export type Size = "wide" | "middle" | "phone";

const narrow = matchMedia("(max-width: 1099.98px)");
const tight = matchMedia("(max-width: 1299.98px)");
const phone = matchMedia("(max-width: 699.98px)");
const flat = matchMedia("(max-height: 820px)");
const sizeOf = (): Size => (phone.matches ? "phone" : narrow.matches ? "middle" : "wide");

class Room {
  now = $state<Size>(sizeOf());
  snug = $state(tight.matches); // the head has no room for all that is to be known
  low = $state(flat.matches); // not all that is asked has room above its answers
  constructor() {
    for (const query of [narrow, phone]) query.addEventListener("change", () => (this.now = sizeOf()));
    tight.addEventListener("change", () => (this.snug = tight.matches));
    flat.addEventListener("change", () => (this.low = flat.matches));
  }
}

export const room = new Room();
