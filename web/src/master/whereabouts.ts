/** Who is free, and who is missing in the scene on the table: by name. */

import { places } from "../lobby/places";
import type { Document, GameTold } from "../protocol/types";

export interface Whereabouts {
  seats: string[]; // of players who play nobody
  yours: string[]; // heroes of the scene whom neither a player nor a machine plays
  away: string[]; // characters of the table who are not in the scene
}

export function whereabouts(doc: Document, game: GameTold): Whereabouts {
  const named = (who: string) => doc.characters[who]?.name ?? game.characters.find((one) => one.id === who)?.name ?? "";
  const theirs = [...Object.keys(doc.characters), ...Object.values(doc.seats).flatMap((seat) => seat.beings)];
  return {
    seats: Object.values(doc.seats).filter((seat) => seat.role === "player" && !seat.beings.length).map((seat) => seat.name),
    yours: doc.scene ? places(doc, game, "").filter((place) => !place.seat && !place.machine).map((place) => place.who.name) : [],
    away: doc.scene ? [...new Set(theirs)].filter((who) => !(who in doc.beings)).map(named).filter(Boolean) : [],
  };
}
