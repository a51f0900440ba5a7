/** Which note of the coach fits now: simple facts of what the seat sees, and nothing else. */

import { undoneIn } from "../margin/cards";
import type { BeingShown, Document, Note, ToldLines, When } from "../protocol/types";
import { isGoingOn } from "../table/going";

const HALF = 0.5;

/** The first note that is not read yet and whose facts all hold. */
export function noteFor(notes: readonly Note[], read: ReadonlySet<string>, document: Document, lines: readonly ToldLines[]): Note | undefined {
  return notes.find((note) => !read.has(note.id) && holds(note.when, read, document, lines));
}

/** The same of the adventure that is led: what is said as its chapter begins comes at once. It is for players. */
export function adventureNote(document: Document, read: ReadonlySet<string>, lines: readonly ToldLines[]): Note | undefined {
  if (document.you.role === "gm") return undefined;
  return document.adventure?.coach.find((note) => !read.has(note.id) && (!Object.values(note.when).some(Boolean) || holds(note.when, read, document, lines)));
}

export function holds(when: When, read: ReadonlySet<string>, document: Document, lines: readonly ToldLines[]): boolean {
  const facts: boolean[] = [document.scene !== null, when.over === true || document.scene?.over !== true];
  const own = ownBeings(document);
  if (document.you.role === "gm") facts.push(own.length > 0); // what players are to learn is told to them
  const others = Object.values(document.beings).filter((being) => !own.includes(being) && being.side !== own[0]?.side);
  if (when.turn) facts.push(isGoingOn(document) && !document.turn?.before); // a turn of a fight, and not whoever decides next outside of one
  if (when.fresh) facts.push(isFresh(lines));
  if (when.turn) facts.push(Boolean(document.turn?.of) && isOwn(document, document.turn?.of ?? "") === (when.turn === "own"));
  if (when.question) facts.push(document.question?.rule === when.question && isAsked(document));
  if (when.told) facts.push(lines.some((one) => one.lines.some((line) => line.rule === when.told) || one.rolls.some((roll) => roll.rule === when.told)));
  if (when.condition) facts.push(own.some((being) => being.conditions.some((one) => one.name === when.condition)));
  if (when.fate) facts.push(own.some((being) => being.fate === when.fate));
  if (when.foe) facts.push(others.some((being) => being.fate === when.foe));
  if (when.pool) facts.push(document.waiting?.for !== "nobody" && own.some((being) => lessThanHalf(being, when.pool!)));
  if (when.round) facts.push((document.turn?.round ?? 0) >= when.round);
  if (when.over) facts.push(document.scene?.over === true);
  if (when.after) facts.push(read.has(when.after));
  return facts.every(Boolean);
}

/** Has nobody done anything yet in the turn that began last? What is taken back was not done. */
function isFresh(lines: readonly ToldLines[]): boolean {
  const undone = undoneIn(lines);
  const begun = lines.findLastIndex((one) => !undone.has(one.told) && one.lines.some(({ rank }) => rank === "turn"));
  return !lines.slice(begun + 1).some((one) => !undone.has(one.told) && one.lines.some(({ aside }) => !aside));
}

/** Those that one plays; for the game master those of the party whom nobody else plays. */
function ownBeings(document: Document): BeingShown[] {
  return Object.entries(document.beings)
    .filter(([who]) => isOwn(document, who))
    .map(([, being]) => being);
}

function isOwn(document: Document, who: string): boolean {
  if (document.you.role !== "gm") return document.you.beings.includes(who);
  const played = Object.values(document.seats).some((seat) => seat.role === "player" && seat.beings.includes(who));
  return document.beings[who]?.ally === true && !played;
}

/** The game master sees the questions of others, too. */
function isAsked(document: Document): boolean {
  return document.you.role !== "gm" || document.waiting?.seats.includes(document.you.seat) === true;
}

function lessThanHalf(being: BeingShown, name: string): boolean {
  const pool = being.pools.find((one) => one.name === name);
  return pool?.now !== undefined && pool.most !== undefined && pool.most > 0 && pool.now < pool.most * HALF;
}
