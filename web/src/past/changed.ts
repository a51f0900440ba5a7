/** What is not as it was in the moment before, in words for who listens. */

import { samePlaceOrNone } from "../board/aimed";
import { spoken } from "../look/pools";
import type { BeingShown, Document } from "../protocol/types";
import { placeName } from "../text/places";
import { commonSince } from "../text/standing";
import { words } from "../words";

const MOST = 8; // beings of whom it is told one by one

export function changedSince(doc: Document, before: Document): string {
  const who = [...new Set([...Object.keys(doc.beings), ...Object.keys(before.beings)])];
  const told = who.map((id) => beingSince(id, doc, before)).filter(Boolean);
  const more = told.length - MOST;
  return [...commonSince(doc, before).map(([, said]) => said), ...told.slice(0, MOST), more > 0 ? words.past.moreChanged(more) : ""].filter(Boolean).join(" ");
}

function beingSince(id: string, doc: Document, before: Document): string {
  const [now, then] = [doc.beings[id], before.beings[id]];
  if (!now) return words.past.gone(then!.name);
  const moved = !then || !samePlaceOrNone(now.at, then.at);
  const fresh = partsOf(now).filter((part) => !then || !partsOf(then).includes(part));
  const ended = then ? endedSince(now, then) : [];
  const where = moved && doc.board ? [words.past.nowAt(placeName(doc.board, doc.beings, now.at, id), doc.board.kind === "zones" && now.at !== null)] : [];
  const parts = [...fresh, ...ended, ...where];
  return parts.length ? words.text.standsAt(now.name, parts.join(", ")) : "";
}

/** What has ended; who is there again or up again needs no word on what kept them away or down. */
function endedSince(now: BeingShown, then: BeingShown): string[] {
  const back = then.fate !== "up" && now.fate === "up";
  if (back && then.fate === "left") return [words.past.again.left];
  const fate = words.board.fates[then.fate] ?? then.fate;
  const ended = endingsOf(then).filter((part) => !endingsOf(now).includes(part) && part.toLowerCase() !== fate.toLowerCase());
  return [...(back ? [words.past.again[then.fate] ?? words.past.noLonger(fate)] : []), ...ended.map(words.past.noLonger)];
}

function partsOf(being: BeingShown): string[] {
  return [...endingsOf(being), ...being.pools.map((pool) => spoken(pool, words.board.tenths))];
}

/** What may end: how somebody lies there, and what they are under. */
function endingsOf({ fate, conditions }: BeingShown): string[] {
  return [...(fate === "up" ? [] : [words.board.fates[fate] ?? fate]), ...conditions.map((one) => one.words)];
}
