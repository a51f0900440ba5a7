/** A number that is typed to change another: −6 and +4 change it, 12 sets it. */

const TYPED = /^\s*([+\-−–]?)\s*(\d{1,6})\s*$/;

interface Held {
  now: number;
  most: number;
  below: boolean; // can it be less than 0?
}

/** What it comes to; nothing where it is no number. More than the most is only set, never added. */
export function resultOf(typed: string, { now, most, below }: Held): number | null {
  const found = TYPED.exec(typed);
  if (!found) return null;
  const amount = Number(found[2]);
  if (!found[1]) return amount;
  if (found[1] === "+") return Math.max(now, Math.min(most, now + amount));
  return below ? now - amount : Math.max(0, now - amount);
}

/** So many points more or less than what is typed, or than what there is. */
export function stepped(typed: string, by: number, held: Held): string {
  const found = TYPED.exec(typed);
  const from = found ? (resultOf(typed, held) ?? held.now) - held.now : 0;
  const to = from + by;
  return to === 0 ? "" : to > 0 ? `+${to}` : `−${-to}`;
}
