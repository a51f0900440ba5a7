/** Whose slots lie in the bar. */

import type { Document } from "../../protocol/types";

/** Whoever is asked about their slots, then who would act, then the first of one's own; of others one sees none. */
export function trayOf(doc: Document, acting: string | null): string {
  const { question, you } = doc;
  const own = (who: string | null | undefined): who is string => typeof who === "string" && doc.beings[who] !== undefined && (you.role === "gm" || you.beings.includes(who));
  const asked = question?.tray ? question.who : null;
  return [asked, acting, ...you.beings].find(own) ?? "";
}
