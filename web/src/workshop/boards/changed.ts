/** Where two plans differ: what is drawn there now lies over the board as it was drawn last, until that is drawn anew. */

import { Marks, type Mark } from "./painting";
import { type Cell, type Edge, keyOf, type Palette, type Plan } from "./plan";

export interface ChangedCell {
  key: string;
  cell: Cell;
  there: boolean; // the board has it now
  marks: readonly Mark[];
}

export interface ChangedEdge {
  key: string;
  edge: Edge;
  marks: readonly Mark[];
}

/** Changed cells that look alike. */
export interface Alike {
  key: string;
  there: boolean;
  looks: readonly string[];
  cells: readonly Cell[];
}

export function alike(changed: readonly ChangedCell[]): Alike[] {
  const found = new Map<string, Alike & { cells: Cell[] }>();
  for (const { cell, there, marks } of changed) {
    const key = `${there} ${marks.map(({ paint }) => paint.look).join(" ")}`;
    const group = found.get(key) ?? { key, there, looks: marks.map(({ paint }) => paint.look), cells: [] };
    group.cells.push(cell);
    found.set(key, group);
  }
  return [...found.values()];
}

export interface Changed {
  cells: readonly ChangedCell[];
  edges: readonly ChangedEdge[];
}

export function changedFrom(was: Plan, is: Plan, palette: Palette): Changed {
  if (was === is) return { cells: [], edges: [] };
  const cells = new Map<string, Cell>();
  const edges = new Map<string, Edge>();
  const shared = new Set(was.drawn.filter((one) => is.drawn.includes(one)));
  const [before, after] = [placed(was, shared), placed(is, shared)];
  for (const [one, other] of [[before, after], [after, before]] as const) {
    for (const [name, place] of one) {
      if (other.has(name)) continue;
      if (isEdge(place)) edges.set(keyOf(place), place);
      else cells.set(keyOf(place), place);
    }
  }
  const has = new Set(is.cells.map(keyOf));
  if (was.cells !== is.cells) {
    const had = new Set(was.cells.map(keyOf));
    for (const cell of [...was.cells, ...is.cells]) if (had.has(keyOf(cell)) !== has.has(keyOf(cell))) cells.set(keyOf(cell), cell);
  }
  if (!cells.size && !edges.size) return { cells: [], edges: [] };
  const marks = new Marks(is, palette);
  return {
    cells: [...cells].map(([key, cell]) => ({ key, cell, there: has.has(key), marks: marks.all(palette, "cells", cell) })),
    edges: [...edges].map(([key, edge]) => ({ key, edge, marks: marks.all(palette, "edges", edge) })),
  };
}

/** Each place with what is drawn there, of all that the two plans do not share. */
function placed(plan: Plan, shared: ReadonlySet<unknown>): Map<string, Cell | Edge> {
  const found = new Map<string, Cell | Edge>();
  for (const one of plan.drawn) {
    if (shared.has(one)) continue;
    const said = `${one.paint} ${JSON.stringify(one.values)} `;
    for (const place of [...one.cells, ...one.edges]) found.set(said + keyOf(place), place);
  }
  return found;
}

const isEdge = (place: Cell | Edge): place is Edge => Array.isArray(place[0]);

/** A plan without what is drawn on these layers. */
export function layersHidden(plan: Plan, palette: Palette, hidden: ReadonlySet<string>): Plan {
  if (!hidden.size) return plan;
  const gone = new Set(palette.paints.filter((paint) => hidden.has(paint.layer)).map((paint) => paint.id));
  return { ...plan, drawn: plan.drawn.filter((one) => !gone.has(one.paint)) };
}
