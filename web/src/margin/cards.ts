/** The log as cards: one for each line, with the rolls that belong to it. Nothing is worked out here, only set. */

import type { LogLine, ModifierShown, RollShown, ToldLines } from "../protocol/types";
import { words as catalogue } from "../words";

export interface Card {
  told: number; // which doing of the log, and which of its lines
  line: number;
  by: string;
  at: number;
  words: string;
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
  const cards = told.lines.map((line, at) => ({ told: told.told, line: at, by: told.by, at: told.at, ...line, rolls: [] as RollShown[], undone }));
  const rolls = [...told.rolls];
  const taken = new Set<RollShown>();
  const give = (fits: (card: Card, roll: RollShown) => boolean): void => {
    for (const roll of rolls) {
      if (taken.has(roll)) continue;
      const card = cards.find((one) => fits(one, roll) && one.rolls.every((other) => other.rule !== roll.rule));
      if (!card) continue;
      card.rolls.push(roll);
      taken.add(roll);
    }
  };
  give((card, roll) => card.rule === roll.rule && says(card.words, roll));
  give((card, roll) => says(card.words, roll));
  for (const roll of rolls) {
    if (taken.has(roll)) continue;
    const card = cards.find((one) => one.rule === roll.rule) ?? cards.findLast((one) => one.rolls.length > 0) ?? cards[0];
    card?.rolls.push(roll);
  }
  return cards;
}

/** Does a line tell of this roll: who threw, and what it came to? */
function says(words: string, roll: RollShown): boolean {
  return words.includes(roll.name) && behind(words, roll) !== null;
}

/** What a line says behind the dice: against which number, and what came of it. Empty where it tells nothing more. */
export function outcomeOf(words: string, roll: RollShown): string {
  return (behind(words, roll) ?? "").replace(/^[\s,;:.]+/, "");
}

function behind(words: string, roll: RollShown): string | null {
  const marks = [roll.total === null ? null : `= ${catalogue.numbers.whole(roll.total)}`, `${roll.dice.join(" + ")} ${roll.kept.join(" + ")}`, `(${roll.kept.join(" + ")})`];
  for (const mark of marks) {
    const at = mark === null ? -1 : words.lastIndexOf(mark);
    const rest = at < 0 ? "" : words.slice(at + mark!.length);
    if (at >= 0 && !/^\d/.test(rest)) return rest;
  }
  return null;
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

export interface FallenDie {
  sides: number;
  face: number;
  kept: boolean; // thrown again otherwise
  brought: number; // by how many dice one after another: 0 one of the pool
  brings: boolean; // one more die
}

/** Each face that fell with its die: first those of the pool, each with those it was thrown again for, then those that
 * others brought. */
export function fallenOf(roll: RollShown): FallenDie[] {
  const pool = roll.dice.map((die) => Number(/\d+/.exec(die)?.[0] ?? 6));
  const found: FallenDie[] = [];
  let at = 0;
  pool.forEach((sides, number) => {
    const spare = () => roll.fallen.length - at - (roll.kept.length - number); // faces more than are still kept
    while (roll.fallen[at] !== roll.kept[number] && spare() > 0) found.push({ sides, face: roll.fallen[at++]!, kept: false, brought: 0, brings: false });
    if (at < roll.fallen.length) found.push({ sides, face: roll.fallen[at++]!, kept: true, brought: 0, brings: false });
  });
  while (roll.fallen.length - at > roll.kept.length - pool.length && found.length) {
    const last = found.at(-1)!; // thrown again, and the same face fell
    last.kept = false;
    found.push({ ...last, face: roll.fallen[at++]!, kept: true });
  }
  const owing = roll.dice.flatMap((die, number) => (die.includes("!") ? [found.filter((one) => one.kept)[number]!] : []));
  const bringing = owing.filter((die) => die && die.face === die.sides);
  for (const face of roll.fallen.slice(at)) {
    const from = bringing.shift();
    if (from) from.brings = true;
    const die = { sides: from?.sides ?? pool[0] ?? 6, face, kept: true, brought: (from?.brought ?? 0) + 1, brings: false };
    found.push(die);
    if (face === die.sides) bringing.push(die);
  }
  return found;
}

/** How each kept die goes into the total, where some go otherwise than added: 1 added, −1 taken away, 0 left out.
 * Read off the total that was told. */
export function signsOf(roll: RollShown): number[] {
  const added = roll.kept.map(() => 1);
  if (roll.total === null || roll.modifiers.every(isPlain)) return added;
  const all = roll.kept.reduce((one, other) => one + other, 0);
  const told = roll.total - roll.modifiers.filter(isPlain).reduce((sum, one) => sum + one.amount, 0);
  const [first = 0] = roll.kept;
  if (roll.dice.slice(1).some((die) => die !== roll.dice[0]) && first - (all - first) === told) return added.map((_, at) => (at === 0 ? 1 : -1));
  const out = roll.kept.indexOf(all - told);
  return added.map((_, at) => (at === out ? 0 : 1));
}

/** Is the reading a word to be shown, not a number that stands there already, nor what only the rules understand? */
export function verdictOf(roll: RollShown): string {
  return /^[a-z][a-z ]*$/i.test(roll.reading) ? roll.reading : "";
}

// ---------------------------------------------------------------- words

export interface Part {
  words: string;
  strong: boolean;
}

/** A sentence in which the names of beings stand out. */
export function parted(words: string, names: readonly string[]): Part[] {
  const known = [...new Set(names)].filter(Boolean).sort((one, other) => other.length - one.length);
  if (!known.length) return [{ words, strong: false }];
  const pattern = new RegExp(`(?<![\\p{L}\\d])(${known.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")})(?![\\p{L}\\d])`, "u");
  return words.split(pattern).flatMap((part, at) => (part ? [{ words: part, strong: at % 2 === 1 }] : []));
}

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
