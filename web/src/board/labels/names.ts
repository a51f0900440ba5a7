/** Names on the board: short ones that still tell everybody apart, where they are written, and what is said of somebody. */
import { isAlly } from "../../look/face";
import { filled, pool, spoken } from "../../look/pools";
import { sealOf } from "../../look/seals";
import type { BeingShown } from "../../protocol/types";
import { words as catalogue } from "../../words";
import type { Beings } from "../aimed";
import { holds, meets } from "../lay/arrange";
import type { Box } from "../lay/cells";
import type { Stand } from "../lay/lay";

const words = catalogue.board;

/** `Tide Ghoul 2` → `Ghoul 2`, and `Brannoc Ironway` → `Brannoc`, where nobody else is called so. */
export function shortNames(beings: Beings): Record<string, string> {
  const kinds = [...new Set(Object.values(beings).map(withoutNumber))];
  const own = new Set(Object.values(beings).filter(isAlly).map(withoutNumber));
  const short = new Map(kinds.map((kind) => [kind, shortest(kind, kinds, own.has(kind))]));
  return Object.fromEntries(
    Object.entries(beings).map(([id, being]) => [id, [short.get(withoutNumber(being)), being.number].filter(Boolean).join(" ")]),
  );
}

/** People go by their first name, beasts and strangers by what they are. */
function shortest(kind: string, kinds: string[], person: boolean): string {
  const parts = kind.split(",")[0]!.split(words.of)[0]!.split(/\s+/);
  if (kind.length <= 9) return kind;
  const others = kinds.filter((other) => other !== kind).flatMap((other) => other.split(/\s+/));
  const single = parts.filter((part) => !words.articles.has(part.toLowerCase()) && !(person && words.titles.has(part.toLowerCase())) && part.length > 2 && !others.includes(part));
  return (person ? single[0] : single.at(-1)) ?? kind;
}

/** `Vahki Patroller 2` → `Vahki Patroller`. */
function withoutNumber({ name, number }: BeingShown): string {
  return name.slice(0, name.length - number.length).trimEnd();
}

/** All that is seen on a token, in words. */
export function told(being: BeingShown, options: { yours: boolean; target: boolean; up: string }): string {
  const parts = [being.name, isAlly(being) ? words.party : words.foe];
  if (being.hidden) parts.push(words.unmet);
  if (being.acting) parts.push(words.acting);
  if (options.yours) parts.push(words.yours);
  if (options.target) parts.push(words.target);
  if (being.fate !== "up") parts.push(words.fates[being.fate] ?? being.fate);
  parts.push(...being.pools.map((each) => spoken(each, words.tenths)));
  if (being.height) parts.push(words.flying(options.up));
  parts.push(...being.conditions.map((condition) => sealOf(condition).words));
  return parts.filter(Boolean).join(", ");
}

/** Where a name stands: below its token, or wherever nobody else is; nowhere if there is no room. */
export interface Written {
  x: number;
  y: number;
  anchor: "middle" | "start" | "end";
}

export interface Room {
  letter: number; // the width of a letter, in units of the drawing
  line: number; // the height of a line
  bottom: number; // where the piece of a token ends, below its centre
  plate: number; // the height of the plate below it
  side: number; // half the width of a token
}

/** The room for names below pieces such as these, with letters that are `k` times as large as in the drawing. */
export function roomFor(face: { bottom: number; plate: number }, k: number): Room {
  return { letter: 7.1 * k, line: 15 * k, bottom: face.bottom, plate: face.plate * k, side: 29 };
}

const WEDGE = 16; // what shows where somebody looks, beside the token

/** What names keep clear of. */
export interface Clear {
  aloft?: (id: string) => boolean; // its height is written at its right
  marks?: readonly Box[]; // as long as it has another place
  within?: Box; // where it is wholly seen: it leaves that only where it has no other place
}

export function writtenNames(stands: Record<string, Stand>, names: Record<string, string>, first: readonly string[], room: Room, clear: Clear = {}): Record<string, Written> {
  const ids = Object.keys(stands);
  const taken: Box[] = ids.map((id) => body(stands[id]!, room));
  const found: Record<string, Written> = {};
  for (const id of [...first.filter((id) => id in stands), ...ids.filter((id) => !first.includes(id))]) {
    const stand = stands[id]!;
    const width = (names[id] ?? "").length * room.letter;
    const tries = [...around(stand, room, clear.aloft?.(id)), ...(clear.within ? pushed(stand, width, room, clear.within) : [])];
    const own = ids.indexOf(id);
    const at = best(stand, tries, width, room, taken.filter((_, i) => i !== own), clear)?.at;
    if (!at) continue;
    found[id] = at;
    taken.push(rectOf(stand, at, width, room.line));
  }
  return found;
}

/** Names that would be cut by the edge of what is seen, or by what lies `over` it: where they are wholly seen instead, and
 * cover nothing that is to be `read`, or nothing where that is nowhere. `last` is what was found the time before: as long
 * as it will do it stays, so that nothing goes to and fro. */
export function namesAtEdge(
  written: Record<string, Written>,
  stands: Record<string, Stand>,
  names: Record<string, string>,
  room: Room,
  view: Box,
  over: readonly Box[] = [],
  read: readonly Box[] = [],
  clear: Clear = {},
  last: Record<string, Written | null> = {},
): Record<string, Written | null> {
  const inner = { x: view.x + room.line / 2, y: view.y + room.line / 2, width: view.width - room.line, height: view.height - room.line };
  const near: string[] = [];
  const taken = [...over, ...read];
  const bodies = Object.entries(stands).map(([id, stand]) => ({ id, box: body(stand, room) })).filter(({ box }) => meets(box, view));
  for (const [id, at] of Object.entries(written)) {
    const rect = rectOf(stands[id]!, at, (names[id] ?? "").length * room.letter, room.line);
    if (holds(id in last ? inner : view, rect) && !over.some((box) => meets(box, rect))) taken.push(rect);
    else if (meets(view, rect) || bodies.some((one) => one.id === id)) near.push(id);
  }
  const found: Record<string, Written | null> = {};
  for (const id of near) {
    const stand = stands[id]!;
    const width = (names[id] ?? "").length * room.letter;
    const others = bodies.filter((one) => one.id !== id).map(({ box }) => box);
    const tries = [...pushed(stand, width, room, view), ...around(stand, room, clear.aloft?.(id))];
    const before = last[id];
    if (before) tries.sort((a, b) => Number(alike(b, before)) - Number(alike(a, before)));
    const at = others.length < bodies.length ? best(stand, tries, width, room, [...taken, ...others], { ...clear, within: view }) : null; // else nothing of them is seen
    found[id] = at?.whole ? at.at : null;
    if (at?.whole) taken.push(rectOf(stand, at.at, width, room.line));
  }
  return found;
}

function alike(one: Written, other: Written): boolean {
  return one.y === other.y && one.anchor === other.anchor;
}

/** The first of these places that is free, wholly within and clear of marks, or else the best of those that are free. */
function best(stand: Stand, tries: readonly Written[], width: number, room: Room, taken: readonly Box[], { marks = [], within }: Clear): { at: Written; whole: boolean } | null {
  let [found, worth] = [null as Written | null, 0];
  for (const at of tries) {
    const rect = rectOf(stand, at, width, room.line);
    if (taken.some((other) => meets(rect, other))) continue;
    const good = within && !holds(within, rect) ? 1 : marks.some((mark) => meets(rect, mark)) ? 2 : 3;
    if (good > worth) [found, worth] = [at, good];
    if (good === 3) break; // nothing is better
  }
  const over = worth === 1 && within ? across(stand, width, room, taken, within) : null;
  return over ? { at: over, whole: true } : found && { at: found, whole: worth > 1 };
}

/** Below the token, at its sides, above it, and along one of its sides. */
function around({ size }: Stand, room: Room, aloft = false): Written[] {
  const beside = room.side * size + 4;
  return [
    { x: 0, y: room.bottom * size + room.plate + room.line * 0.85, anchor: "middle" },
    ...(aloft ? [] : [{ x: beside, y: room.line * 0.3, anchor: "start" as const }]),
    { x: -beside, y: room.line * 0.3, anchor: "end" },
    { x: 0, y: -room.side * size - room.line * 0.6, anchor: "middle" },
    { x: room.side * size + WEDGE, y: room.line * 0.3, anchor: "start" },
    ...(aloft ? [] : flush(room, size)),
  ];
}

/** Above and below the token, along one of its sides. */
function flush({ side, line, bottom, plate }: Room, size: number): Written[] {
  const [above, below] = [-side * size - line * 0.6, bottom * size + plate + line * 0.85];
  return [above, below].flatMap((y): Written[] => [{ x: side * size, y, anchor: "end" }, { x: -side * size, y, anchor: "start" }]);
}

/** Below and above a token at the edge of what is seen, as far inwards as its name is wholly seen. */
function pushed(stand: Stand, width: number, { side, line, bottom, plate }: Room, within: Box): Written[] {
  const x = inwards(stand.x, width, within);
  if (Math.abs(x) > width / 2 + side * stand.size) return []; // it would stand beside its token
  return [bottom * stand.size + plate + line * 0.85, -side * stand.size - line * 0.6].map((y) => ({ x, y, anchor: "middle" }));
}

/** Across the token itself, rather than cut off at the edge of what is seen. */
function across(stand: Stand, width: number, { line, side }: Room, taken: readonly Box[], within: Box): Written | null {
  const x = inwards(stand.x, width, within);
  if (Math.abs(x) > width / 2 + side * stand.size) return null;
  const tries = [-side * stand.size + line, line * 0.3].map((y): Written => ({ x, y, anchor: "middle" }));
  const rects = tries.map((at) => rectOf(stand, at, width, line));
  return tries.find((_, i) => holds(within, rects[i]!) && !taken.some((other) => meets(rects[i]!, other))) ?? null;
}

/** By how much something of this width around `x` goes, so that it lies within. */
function inwards(x: number, width: number, within: Box): number {
  const left = x - width / 2;
  return left < within.x ? within.x - left : Math.min(0, within.x + within.width - width - left);
}

/** Where the names stand, for what must not lie below them. */
export function nameBoxes(written: Record<string, Written>, stands: Record<string, Stand>, names: Record<string, string>, room: Room): Box[] {
  return Object.entries(written).map(([id, at]) => rectOf(stands[id]!, at, (names[id] ?? "").length * room.letter, room.line));
}

export function body({ x, y, size }: Stand, { side, bottom, plate }: Room): Box {
  return { x: x - side * size, y: y - side * size, width: 2 * side * size, height: (side + bottom) * size + plate };
}

function rectOf(stand: Stand, at: Written, width: number, line: number): Box {
  const left = stand.x + at.x - (at.anchor === "middle" ? width / 2 : at.anchor === "end" ? width : 0);
  return { x: left, y: stand.y + at.y - line * 0.75, width, height: line * 0.95 };
}

/** Half or less of what keeps somebody up: how a plate is coloured. */
export function vitalOf(being: BeingShown, names: readonly string[]) {
  const found = pool(being, ...names);
  return found ? filled(found) : null;
}
