/** Who can be played at a table: those of the party in the scene, or where there is none those of the scene that comes next, else all who come with the game. */

import { somebody } from "../look/face";
import type { Document, GameTold } from "../protocol/types";

export interface Playable {
  id: string;
  name: string;
  text: string;
  look?: string;
  colour?: string;
  picture?: string;
}

export function party(doc: Document, game: GameTold): Playable[] {
  const brought = Object.entries(doc.characters).map(([id, { name, look, colour, picture }]) => ({ id, name, text: "", look, colour, picture }));
  const about = (id: string): string => game.characters.find((one) => one.id === id)?.text ?? "";
  const there = Object.entries(doc.beings).filter(([, being]) => being.side === game.sides[0]);
  if (there.length) return [...there.map(([id, being]) => ({ ...somebody(id, being), text: about(id) })), ...brought.filter((one) => !(one.id in doc.beings))];
  const coming = doc.you.heroes;
  return [...brought, ...game.characters.filter((one) => !(one.id in doc.characters) && (!coming.length || coming.includes(one.id)))];
}

/** Those whom nobody plays, and who are nobody's own. */
export function unplayed(doc: Document, all: Playable[]): Playable[] {
  const taken = new Set(Object.values(doc.seats).flatMap((seat) => seat.beings));
  return all.filter((one) => !taken.has(one.id) && (doc.characters[one.id]?.owner ?? "") === "");
}
