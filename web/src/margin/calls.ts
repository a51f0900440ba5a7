/** What calls for somebody at this seat: their turn, a question, dice to throw. The game master may answer for others,
 *  and is not called by what is theirs. */

import type { Document } from "../protocol/types";
import { words } from "../words";

export type Call = "" | "turn" | "asked" | "throw";

export function callOf(doc: Document | null): Call {
  if (!doc?.scene || doc.scene.over || !doc.waiting?.seats.includes(doc.you.seat)) return "";
  if (doc.faces) return "throw";
  if (doc.question) return "asked";
  return doc.waiting.for === "command" ? "turn" : "";
}

/** What is new when this changes; the next question or turn is another call. */
export function callKey(doc: Document | null): string {
  const call = callOf(doc);
  if (call === "throw") return `${call} ${doc?.faces?.key}`;
  if (call === "asked") return `${call} ${doc?.question?.key}`;
  return call === "turn" ? `${call} ${doc?.waiting?.who} ${doc?.turn?.before ? 0 : (doc?.turn?.round ?? 0)}` : "";
}

/** Does a turn begin with this call, after the last that began? Where others were asked meanwhile, it only goes on. */
export const beginsTurn = (call: string, last: string): boolean => call.startsWith("turn") && call !== last;

/** For the title of the page; empty where nothing calls. */
export function callWords(doc: Document | null): string {
  const call = callOf(doc);
  if (call === "turn") return doc?.turn?.before ? words.margin.beforeTurn : words.margin.yourTurn;
  if (call === "asked") return words.margin.youAreAsked;
  return call === "throw" ? words.margin.youThrow : "";
}
