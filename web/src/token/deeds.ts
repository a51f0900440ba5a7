/** What a seat may do with somebody on the board, out of what its document says. */

import type { BeingShown, Document } from "../protocol/types";

export type Deed = "act" | "hide" | "show" | "play" | "machine" | "whoPlays" | "sheet" | "picture" | "move" | "force" | "roll" | "remove" | "point";

/** The key of each, while the menu is open. */
export const KEYS: Record<Deed, string> = { act: "a", hide: "h", show: "h", play: "p", machine: "p", whoPlays: "p", sheet: "s", picture: "i", move: "m", force: "f", roll: "r", remove: "x", point: "o" };

/** Who decides for somebody: this seat, somebody else's seat, or a machine. Whoever is nobody's is the game master's. */
export function playedBy(doc: Document, who: string): "me" | "machine" | { seat: string } {
  const seat = Object.entries(doc.seats).find(([id, one]) => one.role === "player" && one.beings.includes(who) && id !== doc.you.seat);
  if (seat) return { seat: seat[0] };
  const policies = doc.master?.policies ?? {};
  return (policies[who] ?? policies[doc.beings[who]?.side ?? ""]) ? "machine" : "me";
}

/** All that the seat may do, in the order in which it stands there; `calls` are the commands of the game master. */
export function deedsFor(doc: Document, who: string, being: BeingShown, calls: readonly string[]): Deed[] {
  const { role } = doc.you;
  if (role === "spectator") return ["sheet"];
  const played = playedBy(doc, who);
  const acts = doc.offers?.[who]?.acts ?? false;
  if (!doc.master) {
    const mine = doc.you.beings.includes(who);
    return [...(acts ? (["act"] as const) : []), "sheet", ...(mine ? (["picture"] as const) : []), "point"];
  }
  const hides: Deed[] = being.hidden ? ["show"] : calls.includes("hide") && !being.ally ? ["hide"] : [];
  return [...hides, played === "me" ? "machine" : played === "machine" ? "play" : "whoPlays", "sheet", "picture", "move", "force", "roll", "remove"];
}
