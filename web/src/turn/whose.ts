/** Who is shown below the board, and whose they are. */

import type { Document } from "../protocol/types";
import { words } from "../words";
import type { Aim } from "./aim.svelte";

type Shown = Pick<Aim, "looked" | "being">;

/** Who is looked at, or would act; else one's own, else whose turn it is. */
export function shownOf(doc: Document, aim: Shown): string {
  return [aim.looked, aim.being, ...doc.you.beings, doc.turn?.of].find((id) => id && doc.beings[id]) ?? "";
}

export function whoseOf(doc: Document, aim: Shown, who: string): string {
  const being = doc.beings[who];
  const mine = doc.you.beings.includes(who) || (aim.being === who && doc.you.role !== "gm");
  if (mine && doc.offers?.[who]?.acts) return doc.waiting?.for === "nobody" ? words.turn.ownTime : doc.turn?.before ? words.turn.beforeFight : words.turn.yours;
  if (mine) return "";
  const owners = Object.values(doc.seats).filter((seat) => seat.beings.includes(who)).map((seat) => seat.name);
  return owners.join(", ") || (being ? words.turn.ofSide(being.ally, being.side) : "");
}
