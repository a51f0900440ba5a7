/** What is written on a board of zones, and about how much room that takes. */
import type { Zones } from "../../protocol/types";
import { words } from "../../words";
import { meets } from "../lay/arrange";
import type { Box, Point } from "../lay/cells";
import { wrapped } from "../ground/ground";
import type { Lay } from "../lay/lay";
import { gapOf, WALL } from "../ground/rooms";
import { isZoneLay, pairKey, type ZoneLay } from "../lay/zones";
import type { ZoneSpot } from "../lay/zoneSpots";

export interface ZoneLabel extends Point {
  note: Point; // where something short is written
}

export interface DoorWords extends Point {
  key: string;
  lines: string[];
  shut: boolean;
  anchor: "start" | "middle";
}

const NAME = 19; // the size of the letters of a name, in units of the drawing
const TOLD = 14; // and of all else
const LETTER = 0.54; // the width of a letter, in its size
const NOTE = 6; // letters of a short note
const FARTHEST = 44; // that a name gives way

/** What is to be known of a zone, line by line. */
export function zoneTold(board: Zones, zone: string): { words: string; bad: boolean }[] {
  const own = board.hazards.filter(({ zones }) => zones.length === 1 && zones[0] === zone);
  return [
    ...(board.zones[zone]!.cover ? [{ words: words.board.covers, bad: false }] : []),
    ...own.map((hazard) => ({ words: hazard.words, bad: true })),
    ...(board.marks[zone] ?? []).filter(({ kind }) => kind !== "way").map(({ words }) => ({ words, bad: false })),
  ];
}

/** Doors are named beside their gap. */
export function doorWords(board: Zones, lay: ZoneLay): DoorWords[] {
  const between = new Map(board.hazards.filter(({ zones }) => zones.length === 2).map((hazard) => [pairKey(hazard.zones), hazard.words]));
  return lay.ways.flatMap(({ one, other, kind, shut }) => {
    const key = pairKey([one, other]);
    const said = kind === "join" ? between.get(key) : undefined;
    const gap = said ? gapOf(lay.rooms[one], lay.rooms[other]) : null;
    if (!said || !gap) return [];
    const at = gap.upright ? { x: gap.at.x, y: gap.at.y + gap.half + 19, anchor: "middle" as const } : { x: gap.at.x + gap.half + 9, y: gap.at.y + 4, anchor: "start" as const };
    return [{ key, lines: wrapped(said, 14), shut, ...at }];
  });
}

/** Where the words of rooms and doors stand, for the names of pieces to keep clear of; those of islands give way themselves.
 * `k` is by how much letters are larger than in the drawing. */
export function zoneBoxes(board: Zones, lay: Lay, k: number): Box[] {
  if (!isZoneLay(lay) || !Object.keys(lay.rooms).length) return [];
  const large = Math.max(1, k);
  const rooms = Object.values(lay.spots).map(({ id, label }) => {
    const told = zoneTold(board, id);
    const width = Math.max(board.zones[id]!.name.length * NAME, ...told.map((line) => line.words.length * TOLD)) * LETTER * large;
    return { x: label.x, y: label.y - NAME * 0.8 * large, width, height: (NAME + told.length * TOLD * 1.1) * large };
  });
  const doors = doorWords(board, lay).map(({ x, y, anchor, lines }) => {
    const width = Math.max(...lines.map((line) => line.length)) * TOLD * LETTER * large;
    return { x: anchor === "middle" ? x - width / 2 : x, y: y - TOLD * 0.8 * large, width, height: lines.length * TOLD * large };
  });
  return [...rooms, ...doors];
}

/** Where the names of zones stand: those of islands below who stands there, and below their names. */
export function zoneLabels(board: Zones, lay: Lay, k: number, taken: readonly Box[]): Record<string, ZoneLabel> {
  if (!isZoneLay(lay)) return {};
  const rooms = Object.keys(lay.rooms).length > 0;
  const large = Math.max(1, k);
  return Object.fromEntries(Object.values(lay.spots).map((spot) => [spot.id, rooms ? { ...spot.label, note: noteIn(spot) } : island(spot, board.zones[spot.id]!.name.length * NAME * LETTER * large)]));

  /** At the right bottom of a room, or at its right top where somebody stands below. */
  function noteIn({ note, box }: ZoneSpot): Point {
    const [wide, high] = [NOTE * TOLD * LETTER * large, TOLD * large];
    const covered = taken.some((other) => meets(other, { x: note.x - wide, y: note.y - high, width: wide, height: high }));
    return covered ? { x: note.x, y: box.y + WALL + high } : note;
  }

  function island({ label: { x, y }, box: own }: ZoneSpot, width: number): ZoneLabel {
    const up = NAME * 0.9 * large;
    const here = taken.filter((box) => box.y + box.height / 2 < own.y + own.height).sort((a, b) => a.y - b.y); // not on the island below
    const under = here.reduce((at, box) => (meets(box, { x: x - width / 2, y: at - up, width, height: NAME * large }) ? box.y + box.height + up : at), y);
    const down = Math.min(under, y + FARTHEST);
    return { x, y: down, note: { x: x + width / 2 + 10, y: down - 6 } };
  }
}
