/** Where an adventure may go on from its chapter now, and whether it is time for that. */

import type { ChapterLed, Document, WayShown } from "../protocol/types";
import { isGoingOn } from "../table/going";

/** Is the scene of the chapter the one on the table? */
export const isOnTable = (chapter: ChapterLed, doc: Document): boolean => chapter.scene !== "" && doc.scene?.id === chapter.scene;

/** Is there nothing of the chapter left to be played? A scene in which nobody has to fight is over when one says so. */
export function isPlayed(chapter: ChapterLed, doc: Document): boolean {
  if (!chapter.scene) return true;
  return isOnTable(chapter, doc) && !isGoingOn(doc);
}

/** The ways that are open after how its scene ended. */
export function ways(chapter: ChapterLed, doc: Document): WayShown[] {
  const won = isOnTable(chapter, doc) ? (doc.ended?.won ?? null) : null;
  return chapter.next.filter((way) => way.when === "" || won === null || won === (way.when === "won"));
}
