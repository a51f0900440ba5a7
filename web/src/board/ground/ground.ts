/** A board of cells as an engraving: all that does not move, as a handful of paths. */
import type { CellBoard } from "../aimed";
import { border, boxOf, gridOf, islands, key, mesh, outline, polygon, rim, type Box, type Cell, type Grid, type Point, type Rim } from "../lay/cells";

const TEXTURES = ["water", "rough", "soft", "leaf", "ember", "ice", "smoke", "hatch"] as const;
export type Texture = (typeof TEXTURES)[number];

export interface Land {
  words: string;
  texture: Texture;
  outline: string;
  face: string; // the part of it that is tinted
}

/** What stands high or lies deep: its face, its sides in depth, hachures down the slope, and how high. */
export interface Slope {
  metres: number;
  face: string;
  sides: string;
  engraved: string;
  hachures: string;
  cells: Cell[];
}

export interface Peril {
  words: string;
  outline: string;
  face: string; // the part of it that is tinted: where water or a pit lies below, that stays to be seen
  flames: Point[];
  box: Box;
}

export interface Ground {
  mesh: string[];
  edge: string;
  skirt: string;
  lands: Land[];
  slopes: Slope[];
  pits: Slope[];
  walls: Slope | null;
  wallEdges: string;
  stones: Point[][]; // for each stone its corners
  perils: Peril[];
}

const BURNING: Texture = "ember";
const SKIRT = 9;
const WALL = 11;

const drawn = new WeakMap<CellBoard, Ground>(); // ground, heights, legend and words of a board all ask for it

export function groundOf(board: CellBoard): Ground {
  const known = drawn.get(board);
  if (known) return known;
  const ground = drawnAnew(board);
  drawn.set(board, ground);
  return ground;
}

function drawnAnew(board: CellBoard): Ground {
  const grid = gridOf(board.kind);
  const cells: Cell[] = board.cells;
  const heights = new Map(board.heights.map(([q, r, h]) => [key([q, r]), h]));
  const walls = new Set(board.walls.map(key));
  const height = (cell: Cell) => (walls.has(key(cell)) ? 99 : (heights.get(key(cell)) ?? 0));
  const levels = [...new Set(heights.values())].sort((a, b) => a - b);
  const groups = levels.flatMap((level) => {
    const there = cells.filter((cell) => heights.get(key(cell)) === level && !walls.has(key(cell)));
    return islands(grid, there).map((group) => ({ level, group }));
  });
  const pits = groups.filter(({ level }) => level < 0);
  const below = new Set([...board.terrain.filter(({ look }) => look !== BURNING), ...pits.map(({ group }) => ({ cells: group }))].flatMap((one) => one.cells.map(key)));
  return {
    mesh: mesh(grid, cells),
    edge: outline(grid, cells),
    skirt: sidesOf(rim(grid, cells).filter(south), SKIRT),
    lands: landsOf(grid, board, below),
    slopes: groups.filter(({ level }) => level > 0).map(({ level, group }) => raised(grid, group, level, height)),
    pits: pits.map(({ level, group }) => sunken(grid, group, level, height)),
    walls: board.walls.length ? walled(grid, board.walls) : null,
    wallEdges: board.wall_edges.map((edge) => line(border(grid, edge))).join(""),
    stones: board.cover_edges.flatMap((edge) => stonesOn(border(grid, edge))),
    perils: board.dangers.map(({ words, cells: there }) => ({
      words,
      outline: outline(grid, there),
      face: outline(grid, there.filter((cell) => !below.has(key(cell)))),
      flames: there.map((cell) => grid.centre(cell)),
      box: boxOf(grid, there),
    })),
  };
}

// ---------------------------------------------------------------- heights, pits, walls

function raised(grid: Grid, group: Cell[], metres: number, height: (cell: Cell) => number): Slope {
  const falls = rim(grid, group).filter(({ beyond }) => height(beyond) < metres);
  const depth = Math.min(18, 6 + 2.5 * metres);
  const front = falls.filter(south);
  return {
    metres,
    face: outline(grid, group),
    sides: sidesOf(front, depth),
    engraved: engraving(front, depth),
    hachures: hachures(falls.filter((side) => !south(side)), 1, Math.min(13, 7 + metres)),
    cells: group,
  };
}

function sunken(grid: Grid, group: Cell[], metres: number, height: (cell: Cell) => number): Slope {
  const rises = rim(grid, group).filter(({ beyond }) => height(beyond) > metres);
  const depth = Math.min(20, 8 + 1.6 * -metres);
  const back = rises.filter(north);
  return {
    metres,
    face: outline(grid, group),
    sides: sidesOf(back, depth),
    engraved: engraving(back, depth),
    hachures: hachures(rises.filter((side) => !north(side)), -1, 9),
    cells: group,
  };
}

function walled(grid: Grid, cells: Cell[]): Slope {
  const front = rim(grid, cells).filter(south);
  return {
    metres: 0,
    face: outline(grid, cells),
    sides: sidesOf(front, WALL),
    engraved: engraving(front, WALL),
    hachures: "",
    cells,
  };
}

/** Sides that face somebody who looks from the south, and those that face away. */
function south({ from, to }: Rim): boolean {
  return to.x - from.x < -1;
}

function north({ from, to }: Rim): boolean {
  return to.x - from.x > 1;
}

function sidesOf(sides: Rim[], depth: number): string {
  return sides
    .map(({ from, to }) => polygon([from, to, { x: to.x, y: to.y + depth }, { x: from.x, y: from.y + depth }]))
    .join("");
}

/** Upright strokes down the sides. */
function engraving(sides: Rim[], depth: number): string {
  return sides
    .map(({ from, to }) => {
      const count = Math.max(2, Math.round(Math.abs(to.x - from.x) / 5));
      return Array.from({ length: count - 1 }, (_, i) => {
        const { x, y } = along(from, to, (i + 1) / count);
        return `M${round(x)} ${round(y + 1)}v${round(depth * (i % 3 ? 0.55 : 0.95))}`;
      }).join("");
    })
    .join("");
}

/** Short strokes across a border, to the side where it goes down. */
function hachures(sides: Rim[], outward: 1 | -1, length: number): string {
  return sides
    .map(({ from, to }, n) => {
      const size = Math.hypot(to.x - from.x, to.y - from.y);
      const normal = { x: ((to.y - from.y) / size) * outward, y: (-(to.x - from.x) / size) * outward };
      const count = Math.round(size / 6);
      return Array.from({ length: count }, (_, i) => {
        const start = along(from, to, (i + 0.5) / count);
        const far = length * (0.62 + 0.38 * Math.abs(Math.sin(n * 5.3 + i * 2.1)));
        return `M${round(start.x)} ${round(start.y)}l${round(normal.x * far)} ${round(normal.y * far)}`;
      }).join("");
    })
    .join("");
}

// ---------------------------------------------------------------- terrain, edges, dangers

/** Terrains that lie on the very same cells are one: difficult water is water. */
function landsOf(grid: Grid, board: CellBoard, below: ReadonlySet<string>): Land[] {
  const together = new Map<string, CellBoard["terrain"]>();
  const uneven = new Set(board.heights.map(([q, r]) => key([q, r])));
  for (const terrain of board.terrain) {
    if (textureOf(terrain.look) === "hatch" && terrain.cells.every((cell) => uneven.has(key(cell)))) continue; // the slope itself
    const there = terrain.cells.map(key).join(" ");
    together.set(there, [...(together.get(there) ?? []), terrain]);
  }
  return [...together.values()].map((lands) => {
    const told = [...lands].sort((a, b) => Number(a.look === "rough") - Number(b.look === "rough"));
    const { look, cells } = told[0]!;
    const whole = outline(grid, cells);
    const face = look === BURNING ? outline(grid, cells.filter((cell) => !below.has(key(cell)))) : whole;
    return { words: told.map(({ words }) => words).join(", "), texture: textureOf(look), outline: whole, face };
  }).sort((a, b) => Number(a.texture === BURNING) - Number(b.texture === BURNING)); // what burns lies on top
}

function textureOf(look: string): Texture {
  return TEXTURES.find((texture) => texture === look) ?? "hatch";
}

function stonesOn(ends: [Point, Point] | null): Point[][] {
  if (!ends) return [];
  const [from, to] = ends;
  const size = Math.hypot(to.x - from.x, to.y - from.y);
  const [ux, uy] = [(to.x - from.x) / size, (to.y - from.y) / size];
  const count = 4;
  return Array.from({ length: count }, (_, i) => {
    const centre = along(from, to, (i + 0.5) / count);
    const [half, thick] = [size / count / 2 - 0.6, 5 + ((i * 7) % 3) * 0.5];
    const corner = (a: number, b: number) => ({ x: centre.x + ux * a - uy * b, y: centre.y + uy * a + ux * b });
    return [corner(-half, -thick), corner(half, -thick), corner(half, thick), corner(-half, thick)];
  });
}

function line(ends: [Point, Point] | null): string {
  return ends ? `M${round(ends[0].x)} ${round(ends[0].y)}L${round(ends[1].x)} ${round(ends[1].y)}` : "";
}

function along(from: Point, to: Point, share: number): Point {
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}

function round(n: number): number {
  return Math.round(n * 10) / 10;
}

/** Words in lines of about so many letters. */
export function wrapped(words: string, letters: number): string[] {
  const lines = [""];
  for (const word of words.split(/\s+/)) {
    const last = lines[lines.length - 1]!;
    if (last && last.length + word.length + 1 > letters) lines.push(word);
    else lines[lines.length - 1] = last ? `${last} ${word}` : word;
  }
  return lines;
}
