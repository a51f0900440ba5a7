import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Playing, type Reel } from "./playing.svelte";

/** So many moments of which one is looked at; the fourth is skipped. */
class Moments implements Reel {
  at = 0;
  start = 1;
  went: number[] = [];
  coming: Promise<void> | undefined;

  get next(): number | null {
    const next = this.at === 2 ? 4 : this.at + 1;
    return next < 6 ? next : null;
  }

  async go(to: number): Promise<void> {
    await this.coming;
    this.at = to;
    this.went.push(to);
  }
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("it goes on by itself to the end, and stops there", async () => {
  const moments = new Moments();
  const playing = new Playing(moments);
  playing.toggle();
  await vi.runAllTimersAsync();
  expect([moments.went, playing.on]).toEqual([[1, 2, 4, 5], false]);
  playing.toggle();
  await vi.advanceTimersByTimeAsync(0);
  expect([moments.went.at(-1), playing.on]).toEqual([1, true]);
});

test("twice as fast it goes twice as far, and paused nowhere", async () => {
  const far = async (speed: 0.5 | 1 | 2) => {
    const moments = new Moments();
    const playing = new Playing(moments);
    playing.hasten(speed);
    void playing.play();
    await vi.advanceTimersByTimeAsync(4_801);
    playing.pause();
    await vi.runAllTimersAsync();
    return moments.went.length;
  };
  expect([await far(0.5), await far(1), await far(2)]).toEqual([1, 2, 4]);
});

test("a moment is looked at as long as the others however late it came", async () => {
  const moments = new Moments();
  let came = () => {};
  moments.coming = new Promise((done) => (came = done));
  const playing = new Playing(moments);
  void playing.play();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(moments.went).toEqual([]);
  came();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(moments.went).toEqual([1]);
  await vi.advanceTimersByTimeAsync(500);
  expect(moments.went).toEqual([1, 2]);
});
