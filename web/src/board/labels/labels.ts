/** What is written on the ground of a board of cells, and things that lie there; and about how much room that takes. */
import type { Aimed, Beings, CellBoard } from "../aimed";
import type { FeatureShown } from "../../protocol/types";
import { words as catalogue } from "../../words";
import { holds, meets } from "../lay/arrange";
import { boxOf as cellsBox, gridOf, islands, middle, type Box, type Point } from "../lay/cells";
import { groundOf, wrapped } from "../ground/ground";
import type { Lay, Stand } from "../lay/lay";

const SERIF = 15; // the size of the letters of dangers, in units of the drawing
const SANS = 12.5; // and of all else
const LETTER = 0.5; // the width of a letter, in its size

export interface Caption extends Point {
  lines: string[];
}

/** Features of the same words side by side are one thing, and are written once, in its middle. */
export function captionsOf(board: CellBoard): Caption[] {
  const grid = gridOf(board.kind);
  const told = ({ kind, words, notes }: FeatureShown) => [kind, words, ...notes].join("|");
  return [...new Set(board.features.map(told))].flatMap((each) => {
    const alike = board.features.filter((feature) => told(feature) === each);
    const lines = caption(alike[0]!);
    return lines.length ? islands(grid, alike.map(({ at }) => at)).map((cells) => ({ ...middle(grid, cells), lines })) : [];
  });
}

/** What is told of a feature besides its name; of a door its name. */
function caption({ kind, words, notes }: FeatureShown): string[] {
  return kind === "door" ? wrapped(words, 14) : notes;
}

/** The words of a danger: where their first line begins or has its middle, and the room of all of them. */
export interface PerilWords extends Caption {
  anchor: "start" | "middle" | "end";
  box: Box;
}

const FIGURE = 15; // half of what is drawn of a feature
const GAP = 7;
const BODY = 34; // half of what a piece takes, with its plate

/** The words of each danger beside it, or above or below, wherever they cover neither pieces nor what is drawn and written;
 * `k` is by how much letters are larger than in the drawing. */
export function perilWords(board: CellBoard, k: number, stands: Record<string, Stand>): PerilWords[] {
  const grid = gridOf(board.kind);
  const all = cellsBox(grid, board.cells);
  const drawn = [...board.features, ...board.things].map(({ at }) => around(grid.centre(at), grid.across / 2));
  const taken = [...drawn, ...Object.values(stands).map((stand) => around(stand, BODY * stand.size))];
  const size = SERIF * k;
  return groundOf(board).perils.map(({ words, box }) => {
    const lines = wrapped(words, 15);
    const { width, height } = boxOf(lines, size);
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const tries: PerilWords[] = [
      at("start", box.x + box.width + GAP, y - size * 0.8),
      at("end", box.x - GAP, y - size * 0.8),
      at("middle", x, box.y + box.height + GAP / 2),
      at("middle", x, box.y - height - GAP / 2),
    ];
    const found = tries.find(({ box: own }) => holds(all, own) && !taken.some((other) => meets(own, other))) ?? tries[0]!;
    taken.push(found.box);
    return found;

    function at(anchor: PerilWords["anchor"], x: number, top: number): PerilWords {
      const left = anchor === "start" ? x : anchor === "end" ? x - width : x - width / 2;
      return { lines, anchor, x, y: top + size * 0.8, box: { x: left, y: top, width, height } };
    }
  });
}

export interface HeightWords extends Point {
  words: string;
  deep: boolean;
}

/** How high or deep it is, once on each rise and in each pit: nearest to its middle, where nobody stands and no name is.
 * Where there is no such cell it is not written. */
export function heightWords(board: CellBoard, k: number, taken: readonly Box[]): HeightWords[] {
  const grid = gridOf(board.kind);
  const { slopes, pits } = groundOf(board);
  return [...slopes, ...pits].flatMap(({ metres, cells }) => {
    const words = heightIn(board, metres);
    const centre = middle(grid, cells);
    const size = SERIF * k;
    const room = boxOf([words], size);
    const far = ({ x, y }: Point) => Math.hypot(x - centre.x, y - centre.y);
    const spots = cells.map((cell) => grid.centre(cell)).sort((a, b) => far(a) - far(b));
    const found = spots
      .flatMap(({ x, y }) => [22, 4, -14].map((down) => ({ x, y: y + down })))
      .find(({ x, y }) => !taken.some((other) => meets(other, centred(room, { x, y: y - size * 0.8 }))));
    return found ? [{ words, deep: metres < 0, ...found }] : [];
  });
}

function heightIn({ heights_in }: CellBoard, metres: number): string {
  if (heights_in === "space") return metres > 0 ? catalogue.board.spacesRaised(metres) : catalogue.board.spacesDeep(-metres);
  return metres > 0 ? catalogue.board.raised(metres) : catalogue.board.deep(-metres);
}

/** Where all of it stands; `k` is by how much letters are larger than in the drawing. */
export function labelBoxes(board: CellBoard, k: number, perils: readonly PerilWords[]): Box[] {
  const grid = gridOf(board.kind);
  const captions = captionsOf(board).map(({ x, y, lines }) => centred(boxOf(lines, SANS * k), { x, y: y + 18 }));
  const things = board.things.flatMap(({ name, at }) => {
    const { x, y } = grid.centre(at);
    return [centred(boxOf([name], SANS * k), { x, y: y + 24 - SANS * k * 0.8 }), centred({ width: 26, height: 26 }, { x, y: y - 16 })];
  });
  const drawn = board.features.map(({ at }) => around(grid.centre(at), FIGURE));
  return [...perils.map(({ box }) => box), ...captions, ...things, ...drawn];
}

/** Where the chances stand over the heads of those who are aimed at. */
export function oddsBoxes(odds: Readonly<Record<string, string>>, stands: Record<string, Stand>, k: number): Box[] {
  return Object.entries(odds).flatMap(([id, words]) => {
    const stand = stands[id];
    return stand ? [centred({ width: (8 + 8.4 * words.length) * k, height: 19 * k }, { x: stand.x, y: stand.y - 38 * stand.size - 19 * k })] : [];
  });
}

/** Where the way that is aimed at is drawn: its steps, and who would stand at its end. */
export function wayBoxes({ way, actor }: Aimed, lay: Lay, stands: Record<string, Stand>, k: number): Box[] {
  const last = way?.path.at(-1);
  if (last === undefined || !actor || !stands[actor]) return [];
  return [...way!.path.slice(0, -1).map((place) => around(lay.centre(place), 11 * k)), around(lay.free(last, stands), 31 * stands[actor].size)];
}

/** Where the wedges are that show where somebody looks. */
export function wedgeBoxes(board: CellBoard, beings: Beings, stands: Record<string, Stand>): Box[] {
  const grid = gridOf(board.kind);
  return Object.entries(stands).flatMap(([id, { x, y, size }]) => {
    const facing = beings[id]?.facing ?? null;
    if (facing === null) return [];
    const turn = (grid.angle(facing) * Math.PI) / 180;
    const far = 35 * size;
    return [{ x: x + far * Math.cos(turn) - 8, y: y + far * Math.sin(turn) - 8, width: 16, height: 16 }];
  });
}

function boxOf(lines: readonly string[], size: number): { width: number; height: number } {
  return { width: Math.max(...lines.map((line) => line.length), 0) * size * LETTER, height: lines.length * size * 1.05 };
}

function around({ x, y }: Point, half: number): Box {
  return { x: x - half, y: y - half, width: 2 * half, height: 2 * half };
}

function centred(box: { width: number; height: number }, { x, y }: Point): Box {
  return { ...box, x: x - box.width / 2, y };
}
