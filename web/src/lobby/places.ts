/** The places of a party: each hero with who plays them. */

import { somebody, type Somebody } from "../look/face";
import type { Document, GameTold, SeatShown } from "../protocol/types";
import { words } from "../words";

export interface Place {
  who: Somebody;
  given: string; // what a seat is given that plays them
  seat: string; // that plays them; empty: none does
  machine: boolean; // plays them, where no seat does
  offered: string; // a seat that was made for whoever comes to play them; empty: none
}

/** Of the scene on the table, or of the one that is next with those whom somebody plays besides. `doc` is the game master's. */
export function places(doc: Document, told: GameTold | null, next: string): Place[] {
  const party = told?.sides[0] ?? "";
  const seats = Object.entries(doc.seats);
  const policies = doc.master?.policies ?? {};
  const place = (who: Somebody, given: string): Place => ({
    who,
    given,
    seat: seats.find(([, seat]) => seat.beings.includes(who.id) || seat.beings.includes(given))?.[0] ?? "",
    machine: Boolean(policies[who.id] ?? policies[party]),
    offered: seats.find(([, seat]) => isOffered(seat, who.name))?.[0] ?? "",
  });
  if (doc.scene) {
    const there = Object.entries(doc.beings).filter(([, being]) => being.side === party);
    return there.map(([id, being]) => place(somebody(id, being), id));
  }
  const about = (id: string) => doc.characters[id] ?? told?.characters.find((one) => one.id === id);
  const heroes = doc.master?.heroes[next] ?? [];
  const more = seats.flatMap(([, { beings }]) => (heroes.some(({ id, character }) => beings.includes(id) || beings.includes(character)) ? [] : beings)); // they come along
  return [...heroes, ...more.map((id) => ({ id, name: about(id)?.name, character: id }))].flatMap(({ id, name, character }) => (name ? place({ id, name, look: about(character)?.look ?? "" }, character) : []));
}

/** Was this seat made for whoever comes to play somebody of this name, and is nobody there yet? */
const isOffered = (seat: SeatShown, name: string): boolean => seat.role === "player" && !seat.beings.length && seat.name === words.lobby.seatFor(name);

/** Those who sit there and play nobody of the party, but for seats at which nobody sits yet. */
export function others(doc: Document, taken: readonly Place[]): [string, SeatShown][] {
  const listed = new Set(taken.flatMap((place) => [place.seat, place.offered]));
  return Object.entries(doc.seats).filter(([id]) => !listed.has(id));
}
