/** Where a fight stands on the scale from easy to deadly, from 0 to 1: each grade has a quarter of it. */

import { type Grade, GRADES } from "./told";

const ENDS = [1, 0.9, 0.65, 0.4, 0]; // how often the party wins, from grade to grade

export function along(wins: number, grade: Grade): number {
  const at = GRADES.indexOf(grade);
  const [most, least] = [ENDS[at] ?? 1, ENDS[at + 1] ?? 0];
  const within = Math.max(0, Math.min(1, (most - wins) / (most - least)));
  return (at + within) / GRADES.length;
}
