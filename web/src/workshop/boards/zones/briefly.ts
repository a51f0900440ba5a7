/** A paint and what it says in a word or two, for lists: "pit 2", "Steam Vent". */

import type { Paint, Values } from "../plan";
import { valueSaid } from "../sentences";

export function briefly(paint: Paint, values: Values): string {
  const [first] = paint.blanks;
  const said = first ? valueSaid(first, values[first.id]) : "";
  const lower = paint.name.charAt(0).toLowerCase() + paint.name.slice(1);
  if (first?.type === "entry" || first?.type === "text") return said || lower;
  return first?.type === "number" && said ? `${lower} ${said}` : lower;
}
