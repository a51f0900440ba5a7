/** How it ended for the other side: who is down, has fled, or has given up. */

import type { BeingShown, Document } from "../protocol/types";

export type Fared = "up" | "down" | "dead" | "fled" | "gaveUp" | "calmed" | "gone";

const LEFT: Record<string, Fared> = { Fled: "fled", Fleeing: "fled", Retreated: "fled", Routed: "fled", Surrendered: "gaveUp", Pacified: "calmed", Neutralised: "calmed" };
const KINDS: Fared[] = ["dead", "down", "fled", "gaveUp", "calmed", "gone", "up"];

function faredOf(being: BeingShown): Fared {
  if (being.fate === "up" || being.fate === "dead") return being.fate;
  if (being.fate !== "left") return "down";
  return being.conditions.map((one) => LEFT[one.name]).find((found) => found !== undefined) ?? "gone";
}

/** So many of each, of those who were against the party. */
export function foesFared(doc: Document): [how: Fared, count: number][] {
  const foes = Object.values(doc.beings).filter((being) => !being.ally && being.pools.length > 0).map(faredOf);
  return KINDS.map((kind): [Fared, number] => [kind, foes.filter((one) => one === kind).length]).filter(([, count]) => count > 0);
}
