/** What is written on a board of zones, and about how much room that takes. */
import type { Zones } from "../../protocol/types";
import { meets } from "../lay/arrange";
import type { Box, Point } from "../lay/cells";
import { placeKey, type Step } from "../aimed";
import { wrapped } from "../ground/ground";
import type { Lay } from "../lay/lay";
import { ends, level } from "../ground/islands";
import { gapOf, WALL } from "../ground/rooms";
import { isZoneLay, pairKey, type ZoneLay } from "../lay/zones";
import type { ZoneSpot } from "../lay/zoneSpots";
import { zoneTold } from "./zoneTold";

export interface ZoneLabel extends Point {
  note: Point; // where something short is written
}

/** The words of a door: the middle of their first line, and the room of all of them. */
export interface DoorWords extends Point {
  key: string;
  lines: string[];
  shut: boolean;
  box: Box;
}

const NAME = 19; // the size of the letters of a name, in units of the drawing
export const NAMES_GROWN = 1.7; // times that they grow at most where the board is small
const TOLD = 14; // and of all else
const LETTER = 0.54; // the width of a letter, in its size
const ISLE = 0.5; // of one of the name of an island
const SLIM = 0.44; // and of one below or beside it
const THING = 12.5; // the size of the letters of a thing
const AWAY = 7; // of the words of a door from its wall
const NOTE = 6; // letters of a short note, at least
const [SHORT, LONG] = [20, 26]; // letters of a line about a way: longer ones where there are many
const FARTHEST = 56; // that a name gives way: below that lies the next island

/** Doors are named beside their gap, in one of the two rooms, where no wall, piece or other word is if there is such a place.
 * `bodies` is where pieces stand. */
export function doorWords(board: Zones, lay: Lay, k: number, bodies: readonly Box[] = []): DoorWords[] {
  if (!isZoneLay(lay) || !Object.keys(lay.rooms).length) return [];
  const size = TOLD * Math.max(1, k);
  const between = new Map(board.hazards.filter(({ zones }) => zones.length === 2).map((hazard) => [pairKey(hazard.zones), hazard.words]));
  const taken = [...wallBoxes(lay), ...roomBoxes(board, lay, k), ...thingWords(board, lay).map(({ box }) => box), ...bodies];
  return lay.ways.flatMap(({ one, other, kind, shut }) => {
    const key = pairKey([one, other]);
    const said = kind === "join" ? between.get(key) : undefined;
    const gap = said ? gapOf(lay.rooms[one], lay.rooms[other]) : null;
    if (!said || !gap) return [];
    const lines = wrapped(said, 14);
    const [width, height] = [Math.max(...lines.map((line) => line.length)) * size * LETTER, lines.length * size];
    const [away, along] = [WALL / 2 + AWAY + (gap.upright ? width : height) / 2, gap.half + (gap.upright ? height : width) / 2 + AWAY];
    const tries = [0, along, -along].flatMap((by) => [away, -away].map((off) => (gap.upright ? { x: gap.at.x + off, y: gap.at.y + by } : { x: gap.at.x + by, y: gap.at.y + off })));
    const boxes = tries.map(({ x, y }) => ({ x: x - width / 2, y: y - height / 2, width, height }));
    const crossed = (box: Box) => taken.filter((other) => meets(box, other)).length;
    const box = boxes.reduce((best, each) => (crossed(each) < crossed(best) ? each : best));
    taken.push(box);
    return [{ key, lines, shut, x: box.x + width / 2, y: box.y + size * 0.8, box }];
  });
}

/** What happens on a way between islands: the middle of its upper edge, its lines, and the room of all of it. */
export interface PerilSign extends Point {
  key: string;
  lines: string[];
  width: number; // as it is drawn before letters grow
  height: number;
  box: Box;
}

/** It sits on its way, or a little lower or beside it, where it covers least of what is `taken` by names and pieces. */
export function perilSigns(board: Zones, lay: ZoneLay, k: number, taken: readonly Box[]): PerilSign[] {
  const large = Math.max(1, k);
  return lay.ways.flatMap((way) => {
    const key = pairKey([way.one, way.other]);
    const here = way.kind === "join" ? board.hazards.filter(({ zones: [one, other] }) => other !== undefined && pairKey([one!, other]) === key) : [];
    if (!here.length) return [];
    const lines = here.flatMap(({ words: said }) => wrapped(said, said.length > 2 * SHORT ? LONG : SHORT));
    const [width, height] = [Math.max(...lines.map((line) => line.length)) * 6.9 + 16, lines.length * 16 + 7];
    const { x, y } = onWay(lay, way);
    const [aside, lower] = [(width * large) / 2 + 18, (height * large) / 2];
    const tries = [0, aside, -aside].flatMap((right) => [0, lower / 2, lower, 2 * lower].map((down) => ({ x: x + right, y: y + 8 + down })));
    const boxAt = (at: Point): Box => ({ x: at.x - (width * large) / 2, y: at.y, width: width * large, height: height * large });
    const covered = (at: Point) => taken.filter((box) => meets(box, boxAt(at))).length;
    const at = tries.reduce((best, each) => (covered(each) < covered(best) ? each : best));
    return [{ key, lines, width, height, ...at, box: boxAt(at) }];
  });
}

/** The middle of a bridge, a little lower as it hangs. */
export function onWay(lay: ZoneLay, { one, other }: { one: string; other: string }): Point {
  const [a, b] = ends(lay.spots[one]!, lay.spots[other]!);
  return { x: (a!.x + b!.x) / 2, y: (a!.y + b!.y) / 2 + (level(lay.spots[one]!, lay.spots[other]!) ? 14 : 6) };
}

/** Where the walls of rooms are. */
function wallBoxes(lay: ZoneLay): Box[] {
  return Object.values(lay.rooms).flatMap(({ boxes }) =>
    boxes.flatMap(({ x, y, width, height }) => [
      { x: x - WALL / 2, y: y - WALL / 2, width: width + WALL, height: WALL },
      { x: x - WALL / 2, y: y + height - WALL / 2, width: width + WALL, height: WALL },
      { x: x - WALL / 2, y: y - WALL / 2, width: WALL, height: height + WALL },
      { x: x + width - WALL / 2, y: y - WALL / 2, width: WALL, height: height + WALL },
    ]),
  );
}

/** The size of the letters of a name, where others are `k` times as large as in the drawing. */
function nameSize(k: number): number {
  return NAME * Math.max(1, Math.min(NAMES_GROWN, k));
}

/** Where the names of rooms stand, with what is to be known of them. */
function roomBoxes(board: Zones, lay: ZoneLay, k: number): Box[] {
  const [size, small] = [nameSize(k), TOLD * Math.max(1, k)];
  return Object.values(lay.spots).map(({ id, label }) => {
    const told = zoneTold(board, id);
    const width = Math.max(board.zones[id]!.name.length * size, ...told.map((line) => line.words.length * small)) * LETTER;
    return { x: label.x, y: label.y - size * 0.8, width, height: size + told.length * small * 1.1 };
  });
}

export interface ThingWords extends Point {
  name: string;
  look: string;
  shift: number; // by which its name gives way to the wall at its right
  below: number; // where its name stands
  box: Box;
}

/** Things in rooms, from the right of each to the left, with their names. */
export function thingWords(board: Zones, lay: ZoneLay): ThingWords[] {
  return Object.values(lay.rooms).flatMap(({ id, main }) =>
    (board.things ?? []).filter((thing) => thing.at === id).map(({ name, look }, i) => {
      const [x, y] = [main.x + main.width - 42 - 58 * i, main.y + 58];
      const width = name.length * THING * LETTER * 1.15;
      const shift = Math.min(0, main.x + main.width - WALL / 2 - 4 - (x + width / 2));
      const below = 23 + 13 * (i % 3);
      return { name, look, x, y, shift, below, box: { x: x + shift - width / 2, y: y + below - THING, width, height: THING * 1.2 } };
    }),
  );
}

/** Where the walls and words of rooms stand, for the names of pieces to keep clear of; those of islands give way themselves.
 * `k` is by how much letters are larger than in the drawing. */
export function zoneBoxes(board: Zones, lay: Lay, k: number, doors: readonly DoorWords[]): Box[] {
  if (!isZoneLay(lay) || !Object.keys(lay.rooms).length) return [];
  return [...roomBoxes(board, lay, k), ...doors.map(({ box }) => box), ...thingWords(board, lay).map(({ box }) => box), ...wallBoxes(lay)];
}

/** Where the names of islands stand, with what is to be known of them. */
export function islandBoxes(board: Zones, lay: Lay, k: number, labels: Readonly<Record<string, ZoneLabel>>): Box[] {
  if (!isZoneLay(lay) || Object.keys(lay.rooms).length) return [];
  const [size, small] = [nameSize(k), TOLD * Math.max(1, k)];
  return Object.entries(labels).map(([id, { x, y }]) => {
    const width = board.zones[id]!.name.length * size * ISLE;
    return { x: x - width / 2, y: y - size * 0.9, width, height: size + zoneTold(board, id).length * small * 1.1 };
  });
}

/** What it takes to reach each zone: the first part of its price. */
export function pricesIn(reach: readonly Step[] | undefined): Record<string, string> {
  return Object.fromEntries((reach ?? []).map(({ at, price }) => [placeKey(at), price[0]?.words ?? ""]));
}

/** Where the names of zones stand: those of islands below who stands there, and below their names; and beside them what it
 * takes to reach them. A row gives way to the left, so that none of it is written beyond the right edge. */
export function zoneLabels(board: Zones, lay: Lay, k: number, taken: readonly Box[], prices: Readonly<Record<string, string>> = {}): Record<string, ZoneLabel> {
  if (!isZoneLay(lay)) return {};
  const rooms = Object.keys(lay.rooms).length > 0;
  const [size, small] = [nameSize(k), TOLD * Math.max(1, k)];
  const priceWidth = (id: string, letter: number) => Math.max(NOTE, prices[id]?.length ?? 0) * small * letter;
  return rooms ? Object.fromEntries(Object.values(lay.spots).map((spot) => [spot.id, { ...spot.label, note: noteIn(spot) }])) : islands(Object.values(lay.spots));

  /** At the right bottom of a room, or at its right top or below that, where it covers nobody and nothing that is written. */
  function noteIn({ id, note, box }: ZoneSpot): Point {
    const wide = priceWidth(id, LETTER);
    const top = box.y + WALL + small;
    const covered = (y: number) => taken.filter((other) => meets(other, { x: note.x - wide, y: y - small, width: wide, height: small })).length;
    const y = [note.y, top, top + 2 * small, top + 3 * small].reduce((best, each) => (covered(each) < covered(best) ? each : best));
    return { x: note.x, y };
  }

  /** From the right to the left: each keeps room for its price before the next name, and before the edge. */
  function islands(spots: readonly ZoneSpot[]): Record<string, ZoneLabel> {
    const [gap, up] = [size * 0.45, size * 0.9];
    const found: Record<string, ZoneLabel> = {};
    const begun: Point[] = []; // where the names at the right begin
    for (const { id, label } of [...spots].sort((a, b) => b.label.x - a.label.x)) {
      const width = board.zones[id]!.name.length * size * ISLE;
      const here = taken.filter((box) => box.y + box.height / 2 < label.y + FARTHEST * 0.7).sort((a, b) => a.y - b.y); // not on the island below
      const under = here.reduce((at, box) => (meets(box, { x: label.x - width / 2, y: at - up, width, height: size }) ? box.y + box.height + up : at), label.y);
      const y = Math.min(under, label.y + FARTHEST);
      const right = Math.min(lay.box.x + lay.box.width, ...begun.filter((at) => Math.abs(at.y - y) < size).map((at) => at.x));
      const x = Math.min(label.x, right - priceWidth(id, SLIM) - gap - width / 2);
      begun.push({ x: x - width / 2, y });
      found[id] = { x, y, note: { x: x + width / 2 + gap, y: y - 6 } };
    }
    return found;
  }
}

/** The middle of a line below the name of an island, so that all of it lies in the drawing. */
export function toldAt(words: string, { x }: Point, { box }: Lay, k: number): number {
  const half = (words.length * TOLD * Math.max(1, k) * SLIM) / 2;
  return Math.max(box.x + half, Math.min(x, box.x + box.width - half));
}
