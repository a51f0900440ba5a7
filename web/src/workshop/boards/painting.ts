/** What comes of a plan when something is drawn on it. Plans are never changed: each stroke gives another one. */

import { type Cell, type Drawn, type Edge, keyOf, type On, type Paint, type Palette, type Place, type Plan, sameValues, type Values } from "./plan";

export const nothingDrawn = { cells: [], edges: [], rooms: [], ways: [] };

/** The paint that places of this layer have. */
export interface Mark {
  paint: Paint;
  values: Values;
  drawn: Drawn;
}

/** All that is drawn, by what it is on and by place; of several in one place the last. */
export class Marks {
  #found = new Map<string, Map<string, Mark>>(); // by layer and what it is on, then by place
  #paints: ReadonlyMap<string, Paint>;

  constructor(plan: Plan, palette: Palette) {
    this.#paints = new Map(palette.paints.map((paint) => [paint.id, paint]));
    for (const drawn of plan.drawn) {
      const paint = this.#paints.get(drawn.paint);
      if (!paint) continue;
      for (const place of drawn[paint.on]) this.#of(paint.layer, paint.on).set(keyOf(place), { paint, values: drawn.values, drawn });
    }
  }

  #of(layer: string, on: On): Map<string, Mark> {
    const name = `${layer} ${on}`;
    const found = this.#found.get(name) ?? new Map<string, Mark>();
    this.#found.set(name, found);
    return found;
  }

  at(layer: string, on: On, place: Place): Mark | undefined {
    return this.#found.get(`${layer} ${on}`)?.get(keyOf(place));
  }

  /** Everything in a place, from the ground up. */
  all(palette: Palette, on: On, place: Place): Mark[] {
    return palette.layers.flatMap((layer) => this.at(layer.id, on, place) ?? []);
  }
}

export const paintOf = (palette: Palette, id: string): Paint | undefined => palette.paints.find((paint) => paint.id === id);

/** These places have this paint, and no other of its layer. */
export function painted(plan: Plan, palette: Palette, paint: Paint, values: Values, places: readonly Place[]): Plan {
  const wanted = new Map(places.map((place) => [keyOf(place), place]));
  for (const drawn of plan.drawn) {
    if (drawn.paint !== paint.id || !sameValues(drawn.values, values)) continue;
    for (const place of drawn[paint.on]) wanted.delete(keyOf(place)); // it is so already
  }
  if (!wanted.size) return plan;
  const cleared = without(plan, palette, (other) => other.layer === paint.layer && other.on === paint.on, new Set(wanted.keys()));
  const fresh = [...wanted.values()];
  if (paint.apart) return { ...cleared, drawn: [...cleared.drawn, ...fresh.map((place) => drawnWith(paint, values, [place]))] };
  const at = cleared.drawn.findIndex((drawn) => drawn.paint === paint.id && sameValues(drawn.values, values));
  if (at < 0) return { ...cleared, drawn: [...cleared.drawn, drawnWith(paint, values, fresh)] };
  return { ...cleared, drawn: cleared.drawn.map((drawn, i) => (i === at ? { ...drawn, [paint.on]: [...drawn[paint.on], ...fresh] } : drawn)) };
}

/** Nothing of such paints is left in these places. */
export function without(plan: Plan, palette: Palette, which: (paint: Paint) => boolean, keys: ReadonlySet<string>): Plan {
  const paints = new Map(palette.paints.map((paint) => [paint.id, paint]));
  let changed = false;
  const drawn = plan.drawn.flatMap((one) => {
    const paint = paints.get(one.paint);
    if (!paint || !which(paint)) return [one];
    const there: readonly Place[] = one[paint.on];
    const left = there.filter((place) => !keys.has(keyOf(place)));
    if (left.length === there.length) return [one];
    changed = true;
    return left.length ? [{ ...one, [paint.on]: left }] : [];
  });
  return changed ? { ...plan, drawn } : plan;
}

/** The board has these cells too. */
export function withCells(plan: Plan, cells: readonly Cell[]): Plan {
  const there = new Set(plan.cells.map(keyOf));
  const fresh = new Map(cells.filter((cell) => !there.has(keyOf(cell))).map((cell) => [keyOf(cell), cell]));
  return fresh.size ? { ...plan, cells: [...plan.cells, ...fresh.values()] } : plan;
}

/** The board has these cells no more, nor what was drawn on them and on their edges. */
export function withoutCells(plan: Plan, cells: readonly Cell[]): Plan {
  const gone = new Set(cells.map(keyOf));
  const left = plan.cells.filter((cell) => !gone.has(keyOf(cell)));
  if (left.length === plan.cells.length) return plan;
  const stays = (cell: Cell) => !gone.has(keyOf(cell));
  const drawn = plan.drawn.flatMap((one) => {
    const next = { ...one, cells: one.cells.filter(stays), edges: one.edges.filter(([a, b]) => stays(a) && stays(b)) };
    if (next.cells.length === one.cells.length && next.edges.length === one.edges.length) return [one];
    return next.cells.length || next.edges.length ? [next] : [];
  });
  return { ...plan, cells: left, drawn };
}

export const withWhole = (plan: Plan, field: string, value: unknown): Plan => {
  const whole = Object.fromEntries(Object.entries(plan.whole).filter(([key]) => key !== field));
  return { ...plan, whole: value === undefined ? whole : { ...plan.whole, [field]: value } };
};

function drawnWith(paint: Paint, values: Values, places: Place[]): Drawn {
  return { paint: paint.id, ...nothingDrawn, [paint.on]: places, values };
}

// ---------------------------------------------------------------- copied

/** A part of a board that was copied: its cells, and what is drawn on them and between them. */
export interface Clip {
  cells: Cell[];
  drawn: Drawn[];
}

export function clipped(plan: Plan, cells: readonly Cell[]): Clip {
  const chosen = new Set(cells.map(keyOf));
  const drawn = plan.drawn
    .map((one) => ({ ...one, cells: one.cells.filter((cell) => chosen.has(keyOf(cell))), edges: one.edges.filter(([a, b]) => chosen.has(keyOf(a)) && chosen.has(keyOf(b))) }))
    .filter((one) => one.cells.length || one.edges.length);
  return { cells: plan.cells.filter((cell) => chosen.has(keyOf(cell))), drawn };
}

export const shifted = ({ cells, drawn }: Clip, [dx, dy]: Cell): Clip => {
  const go = ([x, y]: Cell): Cell => [x + dx, y + dy];
  return { cells: cells.map(go), drawn: drawn.map((one) => ({ ...one, cells: one.cells.map(go), edges: one.edges.map(([a, b]): Edge => [go(a), go(b)]) })) };
};

/** The clip lies there, in place of what was on those cells; `mayChange` says which paints are not locked. */
export function pasted(plan: Plan, palette: Palette, clip: Clip, grows: boolean, mayChange: (paint: Paint) => boolean): Plan {
  const onto = grows ? withCells(plan, clip.cells) : plan;
  const there = new Set(onto.cells.map(keyOf));
  const covered = new Set(clip.cells.map(keyOf).filter((key) => there.has(key)));
  let next = without(onto, palette, (paint) => paint.on === "cells" && mayChange(paint), covered);
  for (const one of clip.drawn) {
    const paint = paintOf(palette, one.paint);
    if (!paint || !mayChange(paint)) continue;
    const places = paint.on === "edges" ? one.edges.filter(([a, b]) => there.has(keyOf(a)) && there.has(keyOf(b))) : one.cells.filter((cell) => there.has(keyOf(cell)));
    if (places.length) next = painted(next, palette, paint, one.values, places);
  }
  return next;
}
