/** The record as deeds: a command with all that was answered, thrown and suffered until it was over is one of them.
 *  Scenes, rounds and turns are lines of their own. */

import type { LinePart, RollShown } from "../protocol/types";
import { words } from "../words";
import type { Card } from "./cards";

export interface Deed {
  key: string;
  rank: string; // scene, round, turn or end; empty for a deed
  cards: Card[];
}

export interface Result {
  who: string;
  name: string; // empty where it goes without saying
  said: { words: string; good: boolean | null }[];
}

export function deedsOf(cards: readonly Card[]): Deed[] {
  const found: Deed[] = [];
  const under = new Map<number, Deed>(); // those that may still go on, by the doing they began with
  for (const card of cards) {
    const going = card.deed === null || card.rank ? undefined : (under.get(card.deed) ?? begun(found.at(-1), card));
    if (going) {
      going.cards.push(card);
      continue;
    }
    const deed = { key: `${card.told} ${card.line}`, rank: card.rank, cards: [card] };
    found.push(deed);
    if (card.deed !== null) card.rank ? under.delete(card.deed) : under.set(card.deed, deed);
  }
  return found;
}

/** The turn with whose beginning something goes along: what somebody gets back then. */
function begun(turn: Deed | undefined, card: Card): Deed | undefined {
  return turn?.rank === "turn" && card.aside && turn.cards[0]!.told === card.told ? turn : undefined;
}

const beingsIn = (card: Card): string[] => card.parts.filter((part) => part.kind === "being").map((part) => part.id);
const opening = (card: Card): string => card.words.split(": ")[0]!;

/** The line that says what was done: the roll of whoever does it rather than its announcement, as it fell in the end. */
export function headOf(deed: Deed): Card {
  const counts = deed.cards.filter((card) => !card.undone);
  const cards = counts.length ? counts : deed.cards;
  const first = cards.find((card) => !card.aside) ?? cards[0]!;
  const [actor] = beingsIn(first);
  const isTried = (card: Card) => card.rolls.some((roll) => roll.by === actor && roll.outcome !== null);
  const rolled = cards.find((card) => card.told === first.told && isTried(card));
  if (!rolled || beingsIn(first).some((who) => !beingsIn(rolled).includes(who))) return first;
  return cards.findLast((card) => isTried(card) && opening(card) === opening(rolled)) ?? rolled;
}

/** What others did to somebody meanwhile, as by a reaction: the roll of one who is not the head's, and whom it was about. */
export function meanwhile(deed: Deed, head: Card): Card[] {
  const [actor] = beingsIn(head);
  return deed.cards.filter((card) => {
    const [who, other] = beingsIn(card);
    const tried = card.rolls.some((roll) => roll.by === who && roll.outcome !== null);
    return tried && who !== actor && other !== undefined && card !== head && !card.undone;
  });
}

/** The head in few words: `Tahra hooks Patroller 3: hit`. */
export function briefly(head: Card): LinePart[] {
  const last = head.head.at(-1);
  return last && head.head !== head.parts ? [...head.head.slice(0, -1), { ...last, words: words.margin.brief(last.words) }] : head.head;
}

export const isUndone = (deed: Deed): boolean => deed.cards.every((card) => card.undone);
export const isByHand = (deed: Deed): boolean => deed.cards.every((card) => card.byHand);
export const hasRolls = (deed: Deed): boolean => deed.cards.some((card) => card.rolls.length > 0);

/** The rules behind it, each once. */
export const rulesOf = (deed: Deed): string[] => [...new Set(deed.cards.map((card) => card.rule).filter(Boolean))];

/** What has come of it for each, changes of a pool as one number. */
export function resultsOf(deed: Deed, head: Card, beings: Record<string, { name: string }>): Result[] {
  const found = new Map<string, Map<string, { by: number; good: boolean | null }>>();
  for (const { who, what, by, good } of deed.cards.filter((card) => !card.undone).flatMap((card) => card.came)) {
    const own = found.get(who) ?? new Map<string, { by: number; good: boolean | null }>();
    const before = own.get(what)?.by ?? 0;
    own.set(what, { by: before + by, good: by ? before + by > 0 : good });
    found.set(who, own);
  }
  const [first, ...others] = [...new Set(beingsIn(head))];
  const both = first !== undefined && others.some((who) => found.has(who)) && found.has(first);
  const plain = both || others.length > 1 ? undefined : (others[0] ?? first); // whom the head is about
  return [...found].sort(([one], [other]) => Number(!one) - Number(!other)).map(([who, own]) => ({
    who,
    name: !who || who === plain ? "" : (beings[who]?.name ?? ""),
    said: [...own].map(([what, { by, good }]) => ({ words: by ? `${words.numbers.signed(by)} ${what}` : what, good })),
  }));
}

/** The dice that are seen without opening it: of the latest roll, or of all who threw for the same, as for initiative. */
export function freshIn(deed: Deed): RollShown[] {
  const thrown = deed.cards.filter((card) => !card.undone && card.rolls.length > 0).map((card) => card.rolls);
  const latest = thrown.at(-1) ?? [];
  const alike = thrown.flat().filter((roll) => roll.title === latest[0]?.title && roll.outcome === null);
  const each = new Map(alike.map((roll) => [roll.by, roll])); // thrown again, it counts as it fell in the end
  return each.size > 1 ? [...each.values()] : latest.slice(0, 2);
}

/** How its last roll fell, where nothing has come of it for anybody and its head does not say so: a miss says that it is one. */
export function fellOf(deed: Deed, head: Card): { words: string; good: boolean | null } | null {
  const last = deed.cards.filter((card) => !card.undone).flatMap((card) => card.rolls).findLast((roll) => roll.outcome !== null);
  if (!last?.outcome) return null;
  const said = words.margin.brief(last.outcome.word);
  if (briefly(head).at(-1)?.words.endsWith(said)) return null;
  const [actor] = beingsIn(head);
  return { words: last.by === actor ? said : words.margin.outcomeOf(last.name, said), good: last.outcome.good };
}

// ---------------------------------------------------------------- finding

/** Does a deed hold all of these words, wherever? */
export function holds(deed: Deed, search: string): boolean {
  const text = deed.cards.flatMap((card) => [card.words, ...card.rolls.map((roll) => `${roll.title} ${roll.name}`)]).join(" ").toLocaleLowerCase();
  return search.toLocaleLowerCase().split(/\s+/).every((word) => text.includes(word));
}

export type Kind = "all" | "rolls" | "turns";

export function isOf(deed: Deed, kind: Kind): boolean {
  if (kind === "rolls") return hasRolls(deed);
  if (kind === "turns") return deed.rank !== "";
  return true;
}
