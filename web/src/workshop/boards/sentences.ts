/** What is drawn, in words: of a paint, of a stroke. */

import { words } from "../../words";
import type { Blank, Paint, Values } from "./plan";

/** A paint with what it says of its places: Height 3 m. `null`: the board itself; nothing: several at once. */
export function paintSaid(paint: Paint | null | undefined, values: Values): string {
  if (paint === undefined) return words.boards.several;
  if (paint === null) return words.boards.board;
  const told = paint.blanks.filter((blank) => blank.unit || values[blank.id] !== blank.usual); // how high or heavy it is always
  const said = told.map((blank) => valueSaid(blank, values[blank.id])).filter(Boolean);
  return [paint.name, ...said.slice(0, 2)].join(" ");
}

export function valueSaid(blank: Blank, value: unknown): string {
  if (value === undefined || value === null || value === "" || value === false) return "";
  if (value === true) return blank.name;
  const named = blank.choices.find((choice) => choice.id === value)?.name;
  return `${named ?? String(value).replace("-", "−")}${blank.unit ? ` ${blank.unit}` : ""}`;
}

export interface Some {
  cells: number;
  edges: number;
  kind: string;
  tool: string;
}

/** How much a stroke has touched, and by which tool. */
export function strokeSaid({ cells, edges, kind, tool }: Some): string {
  const much = [cells || !edges ? words.boards.some(cells, kind) : "", edges ? words.boards.edges(edges) : ""].filter(Boolean).join(", ");
  return [much, words.boards.by[tool] ?? ""].filter(Boolean).join(", ");
}
