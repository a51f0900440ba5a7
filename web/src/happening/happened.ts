/** What is to be seen and heard of something that was just told. It is made of the lines and of the document before and
 * after them, so that it shows nothing that the seat was not told. Nothing is worked out here, only set in time. */

import type { BeingShown, CameShown, Document, LogLine, RollShown, ToldLines } from "../protocol/types";
import { words } from "../words";

/** `at`: so many milliseconds after it was told. */
interface When {
  at: number;
}

/** Dice that fall. */
export interface Thrown extends When {
  kind: "thrown";
  roll: RollShown;
}

/** Somebody turns against somebody, from afar or beside them. */
export interface Struck extends When {
  kind: "struck";
  by: string;
  who: string;
  hit: boolean;
}

/** A number, or a word, that rises over somebody; `row`: so many others of the same moment stand below it. */
export interface Came extends When {
  kind: "came";
  who: string;
  words: string;
  good: boolean;
  row: number;
}

/** Somebody was moved by others, fell, or went down. */
export interface Moved extends When {
  kind: "slid" | "fell" | "down";
  who: string;
}

/** Somebody is on the board no more, and went down before that: as they were. */
export interface Gone extends When {
  kind: "gone";
  who: string;
  being: BeingShown;
}

export type Happened = Thrown | Struck | Came | Moved | Gone;

/** How long each takes, before what comes of it. */
export interface Pace {
  thrown: number;
  struck: number;
}

export const MOST_THROWS = 3; // of what was told at once: all of them are in the record
export const MOST_ROWS = 3; // over somebody at once
const LONGEST = 2_400; // milliseconds in which all that was told at once has begun

type Seen = Pick<Document, "beings" | "board">;

/** `vital`: the pools that keep somebody up, of which the number alone is said. */
export function happened(before: Seen, after: Seen, told: readonly ToldLines[], pace: Pace, vital: readonly string[]): Happened[] {
  if (!told.length || told.some((one) => one.undoes.length || one.redoes.length)) return []; // what is taken back has not happened
  const shown = new Set(pace.thrown ? thrownOf(told) : []);
  const beings = { ...before.beings, ...after.beings };
  const found: Happened[] = [];
  const cames: Came[] = [];
  let at = 0;
  for (const { line, rolls } of linesOf(told)) {
    for (const roll of rolls) {
      if (!shown.has(roll)) continue;
      found.push({ kind: "thrown", at, roll });
      at += pace.thrown;
    }
    const struck = struckIn(line, rolls, beings);
    for (const one of struck) found.push({ kind: "struck", at, ...one });
    if (struck.length) at += pace.struck;
    for (const came of line.came) if (came.who in beings) cames.push({ kind: "came", at, who: came.who, ...saidOf(came, vital), row: 0 });
  }
  cames.push(...changedOf(before, after, cames, at, vital));
  found.push(...rowsOf(cames));
  for (const [who, was] of Object.entries(before.beings)) found.push(...movedOf(who, was, after.beings[who], before, after, told, at));
  return inTime(found);
}

/** The rolls that are seen to fall: where there are many those that decide something, and of them the last. */
function thrownOf(told: readonly ToldLines[]): RollShown[] {
  const all = linesOf(told).flatMap(({ rolls }) => rolls).filter((roll) => roll.dice.length);
  const some = all.length > MOST_THROWS ? all.filter((roll) => roll.outcome !== null) : all;
  return (some.length ? some : all).slice(-MOST_THROWS);
}

function linesOf(told: readonly ToldLines[]): { line: LogLine; rolls: RollShown[] }[] {
  return told.flatMap((one) => one.lines.map((line) => ({ line, rolls: line.rolls.flatMap((number) => one.rolls[number] ?? []) })));
}

/** Who is turned against: those whom a line names after the one who rolled in it, where the roll has come to something. */
function struckIn(line: LogLine, rolls: readonly RollShown[], beings: Seen["beings"]): { by: string; who: string; hit: boolean }[] {
  const named = line.parts.filter((part) => part.kind === "being" && part.id in beings).map(({ id }) => id);
  const [by, ...others] = named;
  const roll = rolls.find((one) => one.by === by && one.outcome !== null && one.outcome.good !== null);
  if (by === undefined || !roll) return [];
  return [...new Set(others)].filter((who) => who !== by).map((who) => ({ by, who, hit: roll.outcome?.good === true }));
}

function saidOf({ what, by, good }: CameShown, vital: readonly string[]): Pick<Came, "words" | "good"> {
  const said = by === 0 ? what : vital.includes(what) ? words.numbers.signed(by) : `${words.numbers.signed(by)} ${what}`;
  return { words: said, good: good ?? by > 0 };
}

/** What keeps somebody up and is known exactly has changed, and no line has told by how much: a game master has set it. */
function changedOf(before: Seen, after: Seen, told: readonly Came[], at: number, vital: readonly string[]): Came[] {
  return Object.entries(after.beings).flatMap(([who, being]) => {
    if (told.some((one) => one.who === who)) return [];
    return being.pools.flatMap(({ name, now }): Came[] => {
      const was = before.beings[who]?.pools.find((pool) => pool.name === name)?.now;
      if (!vital.includes(name) || now === undefined || was === undefined || now === was) return [];
      return [{ kind: "came", at, who, words: words.numbers.signed(now - was), good: now > was, row: 0 }];
    });
  });
}

function rowsOf(cames: readonly Came[]): Came[] {
  const rows = new Map<string, number>();
  return cames.flatMap((came) => {
    const row = rows.get(came.who) ?? 0;
    rows.set(came.who, row + 1);
    return row < MOST_ROWS ? [{ ...came, row }] : [];
  });
}

function movedOf(who: string, was: BeingShown, is: BeingShown | undefined, before: Seen, after: Seen, told: readonly ToldLines[], at: number): (Moved | Gone)[] {
  const fallen = is !== undefined && was.fate === "up" && is.fate !== "up" && is.fate !== "left";
  if (fallen && is.at === null && was.at !== null) return [{ kind: "gone", at, who, being: was }];
  if (fallen) return [{ kind: "down", at, who }];
  if (!is || is.at === null || was.at === null || !sameBoard(before, after)) return [];
  const lower = heightAt(after, is) < heightAt(before, was);
  if (String(is.at) === String(was.at)) return lower ? [{ kind: "fell", at, who }] : [];
  if (!byOthers(who, was, is, before, told)) return [];
  return [{ kind: lower ? "fell" : "slid", at, who }];
}

/** Was somebody moved by an enemy? Then a line names them after that one, and none tells that they went there themselves. */
function byOthers(who: string, was: BeingShown, is: BeingShown, before: Seen, told: readonly ToldLines[]): boolean {
  if (was.acting || is.acting) return false;
  const lines = linesOf(told).map(({ line }) => line.parts);
  const first = (parts: LogLine["parts"]) => parts.find((part) => part.kind === "being")?.id ?? "";
  if (lines.some((parts) => first(parts) === who && parts.some((part) => part.kind === "place"))) return false;
  return lines.some((parts) => parts.some((part) => part.id === who) && before.beings[first(parts)]?.side !== was.side);
}

/** How high somebody is: in the air, or on the ground there. */
function heightAt({ board }: Seen, { at, height }: BeingShown): number {
  if (!board || board.kind === "zones" || !Array.isArray(at)) return height;
  return height + (board.heights.find(([q, r]) => q === at[0] && r === at[1])?.[2] ?? 0);
}

function sameBoard(before: Seen, after: Seen): boolean {
  return before.board?.kind === after.board?.kind;
}

/** Much that was told at once happens faster. */
function inTime(found: readonly Happened[]): Happened[] {
  const last = Math.max(0, ...found.map(({ at }) => at));
  const faster = last > LONGEST ? LONGEST / last : 1;
  return found.map((one) => ({ ...one, at: Math.round(one.at * faster) })).sort((a, b) => a.at - b.at);
}
