/** Moments that follow one another by themselves, at a steady pace. Where they come from and how they look is not known
 *  here. */

export const SPEEDS = [0.5, 1, 2] as const;
export type Speed = (typeof SPEEDS)[number];
const LASTS = 2_400; // milliseconds in which a moment is looked at, once it is there

/** Moments in a row. */
export interface Reel {
  readonly next: number | null; // which of them follows; none at the end
  readonly start: number; // from which they are played again once they have come to their end
  go(to: number): Promise<void>; // done when it is there to be looked at
}

export class Playing {
  on = $state(false);
  speed = $state<Speed>(1);
  #reel: Reel;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(reel: Reel) {
    this.#reel = reel;
  }

  toggle(): void {
    if (this.on) this.pause();
    else void this.play();
  }

  /** From here on; at the end, from the start again. */
  async play(): Promise<void> {
    if (this.on) return;
    this.on = true;
    if (this.#reel.next === null) await this.#reel.go(this.#reel.start);
    this.#wait();
  }

  pause(): void {
    this.on = false;
    clearTimeout(this.#timer);
  }

  hasten(speed: Speed): void {
    this.speed = speed;
    if (this.on) this.#wait();
  }

  #wait(): void {
    clearTimeout(this.#timer);
    if (!this.on) return;
    if (this.#reel.next === null) this.pause();
    else this.#timer = setTimeout(() => void this.#follow(), LASTS / this.speed);
  }

  async #follow(): Promise<void> {
    const { next } = this.#reel;
    if (next !== null) await this.#reel.go(next);
    this.#wait();
  }
}
