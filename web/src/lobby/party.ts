/** Who can be played at a table: those of the party in the scene, or where there is none those who come with the game. */

import { ask } from "../protocol/http";
import type { Document } from "../protocol/types";

export interface Playable {
  id: string;
  name: string;
  text: string;
}

export async function party(doc: Document): Promise<Playable[]> {
  const game = await ask("get", "/api/games/{game}", { path: { game: doc.table.game } });
  const brought = Object.entries(doc.characters).map(([id, one]) => ({ id, name: one.name, text: "" }));
  const about = (id: string): string => game.characters.find((one) => one.id === id)?.text ?? "";
  const there = Object.entries(doc.beings).filter(([, being]) => being.side === game.sides[0]);
  if (there.length) return [...there.map(([id, being]) => ({ id, name: being.name, text: about(id) })), ...brought.filter((one) => !(one.id in doc.beings))];
  return [...brought, ...game.characters.filter((one) => !(one.id in doc.characters))];
}
