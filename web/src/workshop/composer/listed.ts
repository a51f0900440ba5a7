/** Those of the roster whom somebody looks for: every word is in the name, the text or a number. */

import type { RosterLine } from "./told";

export function listed(lines: readonly RosterLine[], sought: string): RosterLine[] {
  const wanted = sought.toLowerCase().split(/\s+/).filter(Boolean);
  return lines.filter((line) => {
    const told = [line.name, line.text, line.of, ...line.summary.flat()].join(" ").toLowerCase();
    return wanted.every((word) => told.includes(word));
  });
}
