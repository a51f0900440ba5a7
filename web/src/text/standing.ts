/** How things stand, in words for who listens: what is asked, what is left, and what has changed since. */

import { spoken } from "../look/pools";
import { callKey, callOf } from "../margin/calls";
import { onwardWith } from "../margin/follows";
import type { Asked, BeingShown, Document } from "../protocol/types";
import { stillTo } from "../turn/offered";
import { words } from "../words";

/** A question with what may be answered: how many are to be chosen, how much, or which answers there are. */
export function askedWords({ name, title, words: said, domain, choices }: Asked): string {
  return words.text.asked(name, title, said.join(" "), answersOf(domain, choices));
}

function answersOf({ kind, least = 0, most = 0, among }: Asked["domain"], choices: Asked["choices"]): string {
  if (kind === "several") return words.margin.pickOf(least, most, among?.length ?? 0);
  if (kind === "amount") return words.margin.between(least, most);
  if (kind === "split") return words.margin.left(most);
  return choices.length === 1 ? words.text.oneAnswer(onwardWith(choices[0]!)) : words.text.answers(choices.length);
}

/** What is left to do after a deed, while the turn goes on. */
export function leftSince(doc: Document, before: Document): string {
  const who = doc.waiting?.who ?? "";
  const same = callOf(doc) === "turn" && callKey(doc) === callKey(before);
  const [now, then] = [doc.beings[who]?.left, before.beings[who]?.left];
  if (!same || JSON.stringify(now) === JSON.stringify(then)) return "";
  const still = stillTo(doc.beings[who], doc.offers?.[who]?.entries ?? []);
  return still.length ? words.turn.couldStill(still) : words.text.nothingLeft;
}

/** How somebody is: what is left of them, and what they are under or have besides, such as Temporary HP. */
export function faresAs(being: BeingShown): string {
  const fate = being.fate === "up" ? "" : (words.board.fates[being.fate] ?? being.fate);
  const conditions = being.conditions.filter((one) => one.words !== fate).map((one) => (one.until ? `${one.words} (${one.until})` : one.words));
  return [fate, ...being.pools.map((pool) => spoken(pool, words.board.tenths)), ...conditions].filter(Boolean).join(", ");
}

/** Their first pool, with what goes with it and is no condition. */
function vitalOf({ pools, conditions }: BeingShown): string {
  const besides = conditions.filter((one) => !one.name).map((one) => one.words);
  return [...pools.slice(0, 1).map((pool) => spoken(pool, words.board.tenths)), ...besides].join(", ");
}

/** What concerns everybody, and clocks, as far as it is not as it was. */
export function commonSince(doc: Document, before: Document): [about: string, words: string][] {
  const was = new Map(before.scene?.situation);
  const situation = (doc.scene?.situation ?? []).filter(([label, value]) => label !== words.turn.round && was.get(label) !== value);
  const clocks = Object.entries(doc.clocks).filter(([id, { now }]) => before.clocks[id] && before.clocks[id].now !== now);
  return [
    ...situation.map(([label, value]): [string, string] => [label, words.text.standsAt(label.replace(/:$/, ""), value)]),
    ...clocks.map(([id, clock]): [string, string] => [id, words.text.standsAt(clock.name, words.tools.stands(clock.now, clock.of, clock.down))]),
  ];
}

/** The same, and how one's own fare. */
export function standsSince(doc: Document, before: Document): [about: string, words: string][] {
  return [
    ...commonSince(doc, before),
    ...doc.you.beings.flatMap((who): [string, string][] => {
      const [now, then] = [doc.beings[who], before.beings[who]];
      return now && then && vitalOf(now) !== vitalOf(then) ? [[who, words.text.standsAt(now.name, vitalOf(now))]] : [];
    }),
  ];
}

/** For whom else at the table everybody waits, as soon as that is somebody else. */
export function waitsFor(doc: Document, before: Document): string {
  const names = ({ waiting, you, seats, scene }: Document): string => (!waiting || scene?.over || waiting.seats.includes(you.seat) ? "" : waiting.seats.map((seat) => seats[seat]?.name ?? words.margin.someone).join(", "));
  return names(doc) && names(doc) !== names(before) ? `${words.turn.waitingFor(names(doc))}.` : "";
}
