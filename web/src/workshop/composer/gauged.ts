/** What the gauge tells, as it is drawn and written. */

import type { Beings } from "../../board/aimed";
import { shortNames } from "../../board/labels/names";
import type { BeingShown } from "../../protocol/types";
import { type Grade, GRADES } from "./told";

const ENDS = [1, 0.9, 0.65, 0.4, 0]; // how often the party wins, from grade to grade

/** Where a fight stands on the scale from easy to deadly, from 0 to 1: each grade has a quarter of it. */
export function along(wins: number, grade: Grade): number {
  const at = GRADES.indexOf(grade);
  const [most, least] = [ENDS[at] ?? 1, ENDS[at + 1] ?? 0];
  const within = Math.max(0, Math.min(1, (most - wins) / (most - least)));
  return (at + within) / GRADES.length;
}

/** Those who are told of go by short names, as on the board, also where they only stand in for a party. */
export function namesOf(shown: Beings, who: readonly { id: string; name: string }[]): Record<string, string> {
  const standing = Object.fromEntries(who.map(({ id, name }) => [id, { name, number: "", ally: true } as BeingShown]));
  return shortNames({ ...standing, ...shown });
}

/** What was never used, each once, with those who had it. */
export function unused(told: readonly { who: string; what: string }[]): string[] {
  const whose = new Map<string, Set<string>>();
  for (const { who, what } of told) whose.set(what, (whose.get(what) ?? new Set()).add(who));
  return [...whose].map(([what, who]) => `${what} (${[...who].join(", ")})`);
}
