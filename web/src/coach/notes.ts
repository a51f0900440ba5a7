/** Which note of the coach fits now: simple facts of what the seat sees, and nothing else. */

import type { BeingShown, Document, Note, ToldLines, When } from "../protocol/types";

const HALF = 0.5;

/** The first note that is not read yet and whose facts all hold. */
export function noteFor(notes: readonly Note[], read: ReadonlySet<string>, document: Document, lines: readonly ToldLines[]): Note | undefined {
  return notes.find((note) => !read.has(note.id) && holds(note.when, read, document, lines));
}

export function holds(when: When, read: ReadonlySet<string>, document: Document, lines: readonly ToldLines[]): boolean {
  const facts: boolean[] = [document.scene !== null, when.over === true || document.scene?.over !== true];
  const own = ownBeings(document);
  const others = Object.values(document.beings).filter((being) => !own.includes(being) && being.side !== own[0]?.side);
  if (when.turn) facts.push((document.turn?.round ?? 0) > 0); // a turn of a fight, and not whoever decides next outside of one
  if (when.turn) facts.push(Boolean(document.turn?.of) && hasTurn(document, document.turn?.of ?? "") === (when.turn === "own"));
  if (when.question) facts.push(document.question?.rule === when.question);
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

/** Those that one plays; for the game master the party. */
function ownBeings(document: Document): BeingShown[] {
  return Object.entries(document.beings)
    .filter(([who]) => isOwn(document, who))
    .map(([, being]) => being);
}

function isOwn(document: Document, who: string): boolean {
  return document.you.role === "gm" ? document.beings[who]?.ally === true : document.you.beings.includes(who);
}

/** Is this turn one's own to play? The game master's only where nobody else plays the being. */
function hasTurn(document: Document, who: string): boolean {
  return isOwn(document, who) && !(document.you.role === "gm" && Object.values(document.seats).some((seat) => seat.role === "player" && seat.beings.includes(who)));
}

function lessThanHalf(being: BeingShown, name: string): boolean {
  const pool = being.pools.find((one) => one.name === name);
  return pool?.now !== undefined && pool.most !== undefined && pool.most > 0 && pool.now < pool.most * HALF;
}
