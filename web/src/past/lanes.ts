/** How the pools went: a lane for each of one's own, and one for all others together. */

import type { MomentsTold } from "../protocol/types";

export interface Point {
  share: number; // in hundredths
  left: string; // in words or as a number, where that was known
}

export interface Lane {
  id: string; // empty for all others together
  name: string;
  points: (Point | null)[]; // at each moment; nothing while they were not known to be there
}

export interface Round {
  at: number; // its first moment, counted from the first that is listed
  round: number;
}

/** The lanes; `others` is what those are called who are not one's own, `left` says how many of them still stand. */
export function lanesOf(told: Pick<MomentsTold, "moments" | "beings">, others: string, left: (count: number) => string): Lane[] {
  const known = Object.keys(told.beings);
  const points: Record<string, (Point | null)[]> = Object.fromEntries(known.map((who) => [who, []]));
  const now: Record<string, Point> = {};
  for (const moment of told.moments) {
    for (const who of moment.gone) delete now[who];
    Object.assign(now, moment.pools);
    for (const who of known) points[who]!.push(now[who] ?? null);
  }
  const own = known.filter((who) => told.beings[who]!.ally).map((who) => ({ id: who, name: told.beings[who]!.name, points: points[who]! }));
  const foes = known.filter((who) => !told.beings[who]!.ally).map((who) => points[who]!);
  return foes.length ? [...own, { id: "", name: others, points: told.moments.map((_, at) => together(foes.map((each) => each[at] ?? null), left)) }] : own;
}

function together(points: (Point | null)[], left: (count: number) => string): Point | null {
  const there = points.filter((point) => point !== null);
  if (!there.length) return null;
  const share = there.reduce((sum, point) => sum + point.share, 0) / there.length;
  return { share, left: left(there.filter((point) => point.share > 0).length) };
}

/** Where each round begins. */
export function roundsOf(told: Pick<MomentsTold, "moments">): Round[] {
  const found: Round[] = [];
  told.moments.forEach((moment, at) => {
    if (moment.round > (found.at(-1)?.round ?? 0)) found.push({ at, round: moment.round });
  });
  return found;
}

export interface Sign {
  at: number; // the moment, counted from the first that is listed
  kind: "down" | "gone" | "close";
  name: string;
  left: string; // of one who came close
}

const CLOSE = 25; // hundredths that are left of one's own

/** What is worth going back to: somebody goes down or is gone, or one's own come close to it. What was taken back since is no such thing. */
export function signsOf(told: Pick<MomentsTold, "moments" | "beings">): Sign[] {
  const found: Sign[] = [];
  const now: Record<string, number> = {};
  told.moments.forEach((moment, at) => {
    const add = (who: string, kind: Sign["kind"], left = "") => moment.counts && found.push({ at, kind, name: told.beings[who]?.name ?? "", left });
    for (const who of moment.gone) {
      if (now[who]) add(who, "gone");
      delete now[who];
    }
    for (const [who, { share, left }] of Object.entries(moment.pools)) {
      const before = now[who] ?? share;
      if (before > 0 && share <= 0) add(who, "down");
      else if (told.beings[who]?.ally && before > CLOSE && share <= CLOSE) add(who, "close", left);
      now[who] = share;
    }
  });
  return found;
}

/** The path not taken: from a moment under the lanes to the right, as far as there is room. */
export function branch(from: number, width: number, top: number): { path: string; x: number; y: number; room: number } {
  const y = top + 22;
  const end = Math.min(width - 8, Math.max(from + 40, from + (width - from) * 0.45));
  const bend = Math.min(from + 56, end);
  return { path: `M${from} ${top}C${from + 10} ${y} ${from + 28} ${y} ${bend} ${y}H${end}`, x: end, y, room: width - end };
}

/** Where the last fight begins; the first moment where none was fought in rounds. */
export function lastFight(moments: MomentsTold["moments"]): number {
  return Math.max(0, moments.findLastIndex((moment, at) => moment.counts && moment.round === 1 && moments[at - 1]?.round !== 1));
}

/** The first moment of the round before or after the one at a moment; the first or the last moment where there is none. */
export function roundFrom(rounds: readonly Round[], at: number, by: -1 | 1, last: number): number {
  if (by > 0) return rounds.find((round) => round.at > at)?.at ?? last;
  return rounds.findLast((round) => round.at < at)?.at ?? 0;
}

/** The upper edge of a lane, in a box of this width and height; a step at each change. */
export function edge(points: readonly (Point | null)[], width: number, height: number): string {
  const step = width / Math.max(1, points.length - 1);
  const round = (number: number) => Math.round(number * 10) / 10;
  return points.map((point, at) => `${at ? `H${round(at * step)}V` : "M0 "}${round(height - ((point?.share ?? 0) * height) / 100)}`).join("");
}

/** All that lies below it. */
export function area(points: readonly (Point | null)[], width: number, height: number): string {
  return `${edge(points, width, height)}V${height}H0Z`;
}
