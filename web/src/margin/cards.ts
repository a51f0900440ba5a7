/** The log as cards: one for each line, with the rolls that belong to it. Nothing is worked out here, only set. */

import type { DieFallen, LinePart, LogLine, ModifierShown, RollShown, ToldLines } from "../protocol/types";
import { words as catalogue } from "../words";

export interface Card {
  told: number; // which doing of the log, and which of its lines
  line: number;
  by: string;
  at: number;
  words: string;
  parts: LinePart[];
  rule: string;
  rank: string;
  rolls: RollShown[];
  undone: boolean; // it does not count any more
}

/** What has been told as cards; those of what was undone since are marked. */
export function recordOf(lines: readonly ToldLines[]): Card[] {
  const undone = undoneIn(lines);
  return lines.flatMap((told) => cardsOf(told, undone.has(told.told)));
}

/** The numbers of what does not count any more. */
export function undoneIn(lines: readonly ToldLines[]): ReadonlySet<number> {
  const undone = new Set<number>();
  for (const told of lines) {
    told.undoes.forEach((number) => undone.add(number));
    told.redoes.forEach((number) => undone.delete(number));
  }
  return undone;
}

/** What was rolled on the way to a question of somebody, in the turn in which it is asked. A side is asked what it does
 *  next, whatever was rolled before. */
export function rolledFor(who: string, cards: readonly Card[], beings: Record<string, { side: string }>): Card[] {
  if (Object.values(beings).some(({ side }) => side === who)) return [];
  return cards.slice(cards.findLastIndex(({ rank }) => rank) + 1).filter((card) => card.rolls.length);
}

function cardsOf(told: ToldLines, undone: boolean): Card[] {
  return told.lines.map((line, at) => ({ told: told.told, line: at, by: told.by, at: told.at, ...line, parts: line.parts.length ? line.parts : [{ words: line.words, kind: "", id: "" }], rolls: line.rolls.flatMap((number) => told.rolls[number] ?? []), undone }));
}

/** `+ 2`, `− 1`. */
export function added(number: number): string {
  return number < 0 ? `− ${-number}` : `+ ${number}`;
}

/** Is it a plain number that is added? Others are dice more or fewer, or count against one being alone. */
export function isPlain(modifier: ModifierShown): boolean {
  return modifier.kind === "" || modifier.kind === "bonus";
}

/** `cover (−1 edge)`, `shield (+2 Vahki)`: what is not added to the dice, and to what it goes. */
export function besideDice(modifier: ModifierShown, beings: Record<string, { name: string }>): string {
  return `${modifier.source} (${catalogue.numbers.signed(modifier.amount)} ${beings[modifier.kind]?.name ?? modifier.kind})`;
}

// ---------------------------------------------------------------- dice

export interface FallenDie extends DieFallen {
  brought: number; // by how many dice one after another: 0 one of the pool
  brings: boolean; // one more die
}

/** Each die that fell, with what it brought: one that comes after a kept die was brought by it. */
export function fallenOf(roll: RollShown): FallenDie[] {
  const found: FallenDie[] = [];
  for (const die of roll.dice) {
    const from = die.after === null ? undefined : found[die.after];
    if (from?.kept) from.brings = true;
    found.push({ ...die, brought: from ? from.brought + Number(from.kept) : 0, brings: false });
  }
  return found;
}

// ---------------------------------------------------------------- words

/** Does a card hold all of these words, wherever? */
export function holds(card: Card, search: string): boolean {
  const text = [card.words, ...card.rolls.map((roll) => `${roll.title} ${roll.name}`)].join(" ").toLocaleLowerCase();
  return search.toLocaleLowerCase().split(/\s+/).every((word) => text.includes(word));
}

export type Kind = "all" | "rolls" | "turns";

export function isOf(card: Card, kind: Kind): boolean {
  if (kind === "rolls") return card.rolls.length > 0;
  if (kind === "turns") return card.rank !== "";
  return true;
}

/** The log as plain text, to take home. */
export function asText(title: string, lines: ToldLines[]): string {
  const set = (line: LogLine): string => (line.rank === "round" ? `\n== ${line.words} ==` : line.rank ? `\n${line.words}` : `  ${line.words}`);
  const undone = undoneIn(lines);
  const sign = (told: ToldLines): string => (undone.has(told.told) ? ` (${catalogue.margin.undone})` : "");
  return `${[title, "", ...lines.flatMap((told) => told.lines.map((line) => set(line) + sign(told)))].join("\n")}\n`;
}
