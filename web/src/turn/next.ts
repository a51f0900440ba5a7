/** The bar of a game master while others have their turn: whose it is, and whom they play next. */

import type { Document } from "../protocol/types";
import { words } from "../words";

type Seen = Pick<Document, "turn" | "beings" | "seats" | "master" | "you">;

/** Who plays somebody: the name of a seat or of the machine; nothing where the game master does. */
export function playerOf({ beings, seats, master, you }: Seen, who: string): string {
  const seat = Object.entries(seats).find(([id, one]) => id !== you.seat && one.role === "player" && one.beings.includes(who));
  if (seat) return seat[1].name;
  const policies = master?.policies ?? {};
  return (policies[who] ?? policies[beings[who]?.side ?? ""]) ? words.margin.machine : "";
}

/** The next in the order of turns whom the game master plays; nobody where all are others'. */
export function nextPlayed(doc: Seen): string {
  const { turn, beings } = doc;
  const order = turn?.order ?? [];
  const now = order.indexOf(turn?.of ?? "");
  const coming = [...order.slice(now + 1), ...order.slice(0, Math.max(0, now))];
  return coming.find((who) => beings[who]?.fate === "up" && !playerOf(doc, who)) ?? "";
}

export function turnWords(doc: Seen): string {
  const who = doc.turn?.of ?? "";
  return doc.beings[who] ? words.turn.turnOf(doc.beings[who].name, playerOf(doc, who)) : "";
}
