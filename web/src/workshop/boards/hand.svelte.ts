/** The hand that draws on cells: where it is, what it would change there, and the stroke it is drawing.

    A stroke is gathered while the hand is down and becomes a plan when it is lifted, so that a long one costs no more
    than the cells it touches. */

import { words } from "../../words";
import { gridOf, same, type Grid, type Point } from "../../board/lay/cells";
import { BOARD, type Drawing, type StrokeTold } from "./drawing.svelte";
import { type Clip, clipped, painted, pasted, shifted, withCells, without, withoutCells } from "./painting";
import { type Cell, type Edge, keyOf, type Paint, type Plan, sameValues } from "./plan";
import { cellsFromSize } from "./sizes";
import { blockOf, cellAt, disc, edgesAlong, edgesMirrored, flooded, isSide, lineOf, type Mirror, type Mirrored, mirrorOf, nearestEdge, withMirrored } from "./shapes";
import { paintSaid, strokeSaid } from "./sentences";

export const TOOLS = ["brush", "line", "block", "flood", "erase", "pick", "select", "copy"] as const;
const FARTHEST = 400; // from the middle of all boards, where nobody draws by mistake
const NEAR = 0.22; // of a cell: within it the eraser takes the edge

/** Places that a stroke has touched so far. */
interface Touched {
  cells: readonly Cell[];
  edges: readonly Edge[];
}

interface Down {
  take: boolean; // away
  from: Point;
  last: Point;
}

const NOTHING: Touched = { cells: [], edges: [] };

export class Hand {
  point = $state.raw<Point | null>(null); // on the sheet
  cell = $derived(this.point && cellAt(this.grid, this.point)); // under it
  size = $state(0); // of the brush, one of SIZES
  mirror = $state<Mirror>("off");
  axis = $state.raw<(Point & { turned: boolean }) | null>(null); // the middle, round which strokes are mirrored
  down = $state.raw<Down | null>(null);
  touched = $state.raw<Touched>(NOTHING);
  chosen = $state.raw<readonly Cell[]>([]); // by the tool Select
  clip = $state.raw<Clip | null>(null); // that was copied, and is carried about until it is put down
  carried = $state(false); // it goes with the hand now
  moves = $state(false); // it was taken from where it stood
  #seen = new Set<string>();
  #mirrored: Mirrored | null = null;
  #lifted: Cell | null = null; // where what is selected was taken up, while the hand is down

  constructor(readonly drawing: Drawing) {}

  get grid(): Grid {
    return gridOf(this.drawing.plan.kind);
  }

  get radius(): number {
    return cellsFromSize(this.size);
  }

  setMirror(how: Mirror): void {
    const { cells } = this.drawing.plan;
    this.mirror = how;
    this.#mirrored = mirrorOf(this.grid, how, cells); // round the middle as it is now
    const mirrored = this.#mirrored;
    if (!mirrored) this.axis = null;
    else {
      const [one, other] = [this.grid.centre(cells[0]!), this.grid.centre(mirrored(cells[0]!))];
      this.axis = { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2, turned: how === "turned" };
    }
  }

  // ---------------------------------------------------------------- what would be drawn here

  #there = $derived.by(() => new Set(this.drawing.plan.cells.map(keyOf)));

  has(cell: Cell): boolean {
    return this.#there.has(keyOf(cell));
  }

  /** Whether edges are drawn, and not cells. */
  get onEdges(): boolean {
    return this.drawing.chosen?.on === "edges";
  }

  /** What the hand would change if it came down here. */
  ghost = $derived.by((): Touched => {
    const { point, drawing } = this;
    if (!point || this.down || this.carried) return NOTHING;
    if (drawing.tool === "erase") return this.#kept({ cells: disc(this.grid, cellAt(this.grid, point), this.radius), edges: this.#edgeNear(point) }, true);
    if (drawing.tool === "brush" || drawing.tool === "line" || drawing.tool === "block" || drawing.tool === "flood") return this.#kept(this.#dab(point, drawing.tool === "brush"), false);
    return NOTHING;
  });

  #dab(point: Point, wide: boolean): Touched {
    if (this.onEdges) return { cells: [], edges: [nearestEdge(this.grid, point)] };
    return { cells: disc(this.grid, cellAt(this.grid, point), wide ? this.radius : 0), edges: [] };
  }

  #edgeNear(point: Point): Edge[] {
    const edge = nearestEdge(this.grid, point);
    const [a, b] = edge.map((cell) => this.grid.centre(cell)) as [Point, Point];
    const along = { x: (a.x + b.x) / 2 - a.x, y: (a.y + b.y) / 2 - a.y };
    const far = Math.hypot(along.x, along.y);
    const towards = ((point.x - a.x) * along.x + (point.y - a.y) * along.y) / far;
    return far - towards < NEAR * this.grid.across ? [edge] : [];
  }

  /** Only what may be drawn on, with what lies on the other side of the mirror. */
  #kept({ cells, edges }: Touched, take: boolean, mirrored = this.#mirrored): Touched {
    const grows = this.drawing.paint === BOARD && !take && this.drawing.tool !== "erase";
    const near = ([x, y]: Cell) => Math.abs(x) <= FARTHEST && Math.abs(y) <= FARTHEST;
    return {
      cells: withMirrored(cells, mirrored).filter((cell) => (grows ? near(cell) : this.has(cell))),
      edges: edgesMirrored(edges, mirrored).filter((edge) => edge.every((cell) => this.has(cell)) && isSide(this.grid, edge)),
    };
  }

  // ---------------------------------------------------------------- a stroke

  begin(point: Point, take: boolean): void {
    this.point = point;
    this.#seen.clear();
    this.touched = NOTHING;
    if (this.carried) return this.#putDown();
    const { tool } = this.drawing;
    if (tool === "pick") return this.pick(point);
    this.down = { take, from: point, last: point };
    if (tool === "select" && this.#onChosen(point)) return this.#lift(point);
    this.move(point, false);
  }

  move(point: Point, straight: boolean): void {
    this.point = point;
    const { down } = this;
    if (!down) return;
    const { tool } = this.drawing;
    const [from, to] = [cellAt(this.grid, down.from), cellAt(this.grid, point)];
    if (tool === "line" || (straight && tool === "brush")) this.touched = this.#kept(this.onEdges ? { cells: [], edges: edgesAlong(this.grid, down.from, point) } : { cells: this.#wide(lineOf(this.grid, from, to), tool), edges: [] }, down.take);
    else if (tool === "select") this.touched = this.#kept({ cells: blockOf(this.grid, from, to), edges: [] }, true, null);
    else if (tool === "block") this.touched = this.#kept(this.onEdges ? { cells: [], edges: this.#edgesRound(blockOf(this.grid, from, to)) } : { cells: blockOf(this.grid, from, to), edges: [] }, down.take);
    else if (tool === "flood") this.touched = this.#kept({ cells: this.onEdges ? [] : this.flood(point, down.take), edges: [] }, down.take);
    else this.#gather(down.last, point, down.take);
    this.down = { ...down, last: point };
    this.drawing.live = this.#said(down.take);
  }

  #wide(cells: readonly Cell[], tool: string): Cell[] {
    return tool === "brush" && this.radius ? cells.flatMap((cell) => disc(this.grid, cell, this.radius)) : [...cells];
  }

  /** The outer edges of a block. */
  #edgesRound(cells: readonly Cell[]): Edge[] {
    const inside = new Set(cells.map(keyOf));
    return cells.flatMap((cell) => this.grid.sides(cell).flatMap((side): Edge[] => (inside.has(keyOf([side[0], side[1]])) ? [] : [[cell, [side[0], side[1]]]])));
  }

  /** Brush and eraser: all on the way from where the hand was. */
  #gather(from: Point, to: Point, take: boolean): void {
    const erases = this.drawing.tool === "erase";
    const steps = Math.ceil((3 * Math.hypot(to.x - from.x, to.y - from.y)) / this.grid.across);
    const cells: Cell[] = [];
    const edges: Edge[] = [];
    for (let i = 0; i <= steps; i += 1) {
      const point = { x: from.x + ((to.x - from.x) * i) / (steps || 1), y: from.y + ((to.y - from.y) * i) / (steps || 1) };
      const dab = erases ? { cells: disc(this.grid, cellAt(this.grid, point), this.radius), edges: this.#edgeNear(point) } : this.#dab(point, true);
      cells.push(...dab.cells.filter((cell) => this.#fresh(keyOf(cell))));
      edges.push(...dab.edges.filter((edge) => this.#fresh(keyOf(edge))));
    }
    if (!cells.length && !edges.length) return;
    const more = this.#kept({ cells, edges }, take);
    this.touched = { cells: [...this.touched.cells, ...more.cells], edges: [...this.touched.edges, ...more.edges] };
  }

  #fresh(key: string): boolean {
    if (this.#seen.has(key)) return false;
    this.#seen.add(key);
    return true;
  }

  /** The hand is lifted: what it has touched is drawn. */
  end(): void {
    const { down, touched, drawing } = this;
    const dragged = this.#lifted && this.cell && !same(this.#lifted, this.cell);
    this.#lifted = null;
    if (dragged) this.#putDown(); // else it stays in the hand until the next click
    if (!down) return;
    const told = this.#said(down.take);
    this.cancel();
    if (drawing.tool === "select") this.chosen = touched.cells;
    else if (drawing.tool !== "pick") drawing.stroke(told, this.#drawn(touched, down.take));
  }

  /** As if it had never come down. */
  cancel(): void {
    this.down = null;
    this.touched = NOTHING;
    this.drawing.live = null;
    this.#seen.clear();
  }

  #drawn({ cells, edges }: Touched, take: boolean): Plan {
    const { drawing } = this;
    const { plan, palette, chosen } = drawing;
    const keys = new Set([...cells.map(keyOf), ...edges.map(keyOf)]);
    if (drawing.tool === "erase") return without(plan, palette, (paint) => drawing.mayChange(paint.layer), keys);
    if (!drawing.mayChange(drawing.layer)) return plan;
    if (!chosen) return take ? withoutCells(plan, cells) : withCells(plan, cells);
    if (take) return without(plan, palette, (paint) => paint.layer === chosen.layer && paint.on === chosen.on, keys);
    return painted(plan, palette, chosen, drawing.valuesOf(chosen.id), chosen.on === "edges" ? edges : cells);
  }

  #said(take: boolean): StrokeTold {
    const { drawing, touched } = this;
    const { chosen, plan, tool } = drawing;
    const said = strokeSaid({ cells: touched.cells.length, edges: touched.edges.length, kind: plan.kind, tool: take ? "take" : tool });
    if (tool === "erase") return { name: words.boards.erased, words: said, look: "erased" };
    const name = chosen ? paintSaid(chosen, take ? {} : drawing.valuesOf(chosen.id)) : paintSaid(null, {});
    return { name, words: said, look: take ? "erased" : (chosen?.look ?? BOARD), on: take ? "cells" : chosen?.on };
  }

  // ---------------------------------------------------------------- flood, pick

  /** As far as the ground is of one kind, in the layer one draws on, and no edge is between. */
  flood(point: Point, take: boolean): Cell[] {
    const { drawing, grid } = this;
    const { chosen, marks } = drawing;
    const start = cellAt(grid, point);
    if (!chosen) return this.#hole(start, take);
    const like = (cell: Cell): string => {
      const mark = marks.at(chosen.layer, "cells", cell);
      return mark ? `${mark.paint.id} ${JSON.stringify(mark.values)}` : "";
    };
    const wanted = like(start);
    const parts = (edge: Edge) => marks.all(drawing.palette, "edges", edge).length > 0;
    return flooded(grid, start, (cell) => this.has(cell), (cell) => like(cell) === wanted, parts);
  }

  /** The board itself: a hole is filled, and what hangs together is taken away. Where there is no end, nothing is. */
  #hole(start: Cell, take: boolean): Cell[] {
    const { cells } = this.drawing.plan;
    if (take) return flooded(this.grid, start, (cell) => this.has(cell), () => true, () => false);
    if (this.has(start) || !cells.length) return [];
    const within = (axis: 0 | 1) => [Math.min(...cells.map((cell) => cell[axis])) - 1, Math.max(...cells.map((cell) => cell[axis])) + 1] as const;
    const [[left, right], [top, bottom]] = [within(0), within(1)];
    const found = flooded(this.grid, start, ([x, y]) => x >= left && x <= right && y >= top && y <= bottom, (cell) => !this.has(cell), () => false);
    const escapes = found.some(([x, y]) => x === left || x === right || y === top || y === bottom);
    return escapes ? [] : found;
  }

  /** Draws on with what is there: the edge that is near, else what lies on top. */
  pick(point: Point): void {
    const { drawing, grid } = this;
    const { marks, palette } = drawing;
    const cell = cellAt(grid, point);
    const edge = this.#edgeNear(point)[0];
    const found = (edge && marks.all(palette, "edges", edge).at(-1)) ?? marks.all(palette, "cells", cell).at(-1);
    if (found) drawing.take(found.paint, found.values);
    else if (this.has(cell)) drawing.paint = BOARD;
    drawing.tool = "brush";
  }

  // ---------------------------------------------------------------- select, copy, move

  #onChosen(point: Point): boolean {
    const cell = cellAt(this.grid, point);
    return this.chosen.some((one) => same(one, cell));
  }

  /** What is selected goes with the hand, away from where it was. */
  #lift(point: Point): void {
    this.down = null;
    this.#lifted = cellAt(this.grid, point);
    this.#carry(this.#lifted, true);
  }

  copy(): void {
    if (this.chosen.length) this.#carry(this.chosen[0]!, false);
  }

  #carry(from: Cell, moves: boolean): void {
    this.clip = shifted(clipped(this.drawing.plan, this.chosen), [-from[0], -from[1]]);
    this.moves = moves;
    this.carried = true;
  }

  /** What was copied comes back into the hand. */
  paste(): void {
    if (this.clip) [this.carried, this.moves] = [true, false];
  }

  drop(): void {
    this.carried = false;
    this.moves = false;
  }

  /** Where what is carried would lie. */
  landing = $derived.by((): Clip | null => (this.carried && this.clip && this.cell ? shifted(this.clip, this.cell) : null));

  #putDown(): void {
    const { drawing, landing } = this;
    if (!landing) return;
    const may = (paint: Paint) => drawing.mayChange(paint.layer);
    const left = clipped(drawing.plan, this.chosen); // behind, where it is moved
    const keys = new Set([...left.cells, ...left.drawn.flatMap((one) => one.edges)].map(keyOf));
    const from = this.moves ? without(drawing.plan, drawing.palette, may, keys) : drawing.plan;
    const next = pasted(from, drawing.palette, landing, drawing.mayChange(BOARD) && !this.moves, may);
    const some = { cells: landing.cells.length, edges: 0, kind: drawing.plan.kind, tool: this.moves ? "move" : "copy" };
    drawing.stroke({ name: paintSaid(undefined, {}), words: strokeSaid(some), look: BOARD }, next);
    this.chosen = landing.cells;
    this.drop();
  }

  // ---------------------------------------------------------------- how much is so already

  /** So many of those that the hand would change are so already. */
  get already(): number {
    const { drawing } = this;
    const { chosen, marks } = drawing;
    const { cells, edges } = this.down ? this.touched : this.ghost;
    if (!chosen) return cells.filter((cell) => this.has(cell)).length;
    const places: readonly (Cell | Edge)[] = chosen.on === "edges" ? edges : cells;
    const values = drawing.valuesOf(chosen.id);
    return places.filter((place) => {
      const mark = marks.at(chosen.layer, chosen.on, place);
      return mark?.paint.id === chosen.id && sameValues(mark.values, values);
    }).length;
  }
}
