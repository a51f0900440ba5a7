/** The lines of the log, each with the rolls that belong to it. Nothing is worked out here, only set. */

import type { Asked, CameShown, DieFallen, LinePart, LogLine, ModifierShown, RollShown, ToldLines } from "../protocol/types";
import { words as catalogue } from "../words";

export interface Card {
  told: number; // which doing of the log, and which of its lines
  line: number;
  by: string;
  at: number;
  words: string;
  parts: LinePart[];
  head: LinePart[]; // without dice and sums
  rule: string;
  rank: string;
  rolls: RollShown[];
  came: CameShown[]; // what it has come to, in short
  aside: boolean; // it only goes with a deed, as what that costs
  deed: number | null; // which doing its deed began with; words are none
  byHand: boolean; // by the game master, and not by the rules
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

/** What has been told of the deed that was told of last. */
export function underWay(lines: readonly ToldLines[]): ToldLines[] {
  const last = lines.findLast((told) => told.deed !== null)?.deed;
  return lines.filter((told) => told.deed !== null && told.deed === last);
}

/** The rolls on the way to a question, in the turn in which it is asked: where it is about some of those who rolled, as
 *  at a tie, theirs alone. A side is asked what it does next, whatever was rolled before. */
export function rolledFor(question: Pick<Asked, "who" | "choices">, cards: readonly Card[], beings: Record<string, { side: string }>, most = 3): RollShown[] {
  if (Object.values(beings).some(({ side }) => side === question.who)) return [];
  const rolls = cards.slice(cards.findLastIndex(({ rank }) => rank) + 1).flatMap((card) => card.rolls);
  const among = new Set(question.choices.flatMap(({ value }) => (Array.isArray(value) ? value : [value])).filter((one) => typeof one === "string" && one in beings));
  const theirs = rolls.filter((roll) => among.has(roll.by));
  return theirs.length > 1 ? theirs : rolls.slice(-most);
}

function cardsOf(told: ToldLines, undone: boolean): Card[] {
  return told.lines.map((line, at) => {
    const parts = line.parts.length ? line.parts : [{ words: line.words, kind: "", id: "" }];
    const rolls = line.rolls.flatMap((number) => told.rolls[number] ?? []);
    return { told: told.told, line: at, by: told.by, at: told.at, ...line, parts, head: line.head.length ? line.head : parts, rolls, deed: told.deed, byHand: told.by_hand, undone };
  });
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

/** The log as plain text, to take home. */
export function asText(title: string, lines: ToldLines[]): string {
  const set = (line: LogLine): string => (line.rank === "round" || line.rank === "scene" ? `\n== ${line.words} ==` : line.rank ? `\n${line.words}` : `  ${line.words}`);
  const undone = undoneIn(lines);
  const sign = (told: ToldLines): string => (undone.has(told.told) ? ` (${catalogue.margin.undone})` : "");
  return `${[title, "", ...lines.flatMap((told) => told.lines.map((line) => set(line) + sign(told)))].join("\n")}\n`;
}
