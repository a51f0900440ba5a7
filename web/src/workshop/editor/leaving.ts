/** What is still being kept of a page that was left: the next page waits for it, and finds the pack as it is then. */

let last: Promise<unknown> = Promise.resolve();

export function nextWaitsFor(keeping: Promise<unknown>): void {
  last = Promise.allSettled([last, keeping]);
}

export const allKept = (): Promise<unknown> => last;
