/** The name of a policy: a level, a style, or a level with a style: `hard+beast`. */

import { words } from "../words";

const AND = "+";
const FAIR = "simple"; // the level of a style that is named alone

export interface Machine {
  level: string;
  style: string; // empty: that of whoever is played
}

export function machineOf(policy: string): Machine {
  const [first = "", style = ""] = policy.split(AND);
  if (!style && first in words.machines.styles) return { level: FAIR, style: first };
  return { level: first === "fair" ? FAIR : first, style };
}

export function policyOf({ level, style }: Machine): string {
  return style && hasStyle(level) ? level + AND + style : level;
}

/** Chance has no style. */
export const hasStyle = (level: string) => level !== "" && level !== "random";

/** What people call it. */
export function called(policy: string): string {
  const { level, style } = machineOf(policy);
  return words.machines.called(level, style);
}
