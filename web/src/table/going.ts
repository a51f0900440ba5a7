/** What goes on at a table. */

import type { Document } from "../protocol/types";

/** Does a fight, or whatever else goes by rounds, go on on the table? */
export const isGoingOn = (doc: Document): boolean => doc.scene !== null && !doc.scene.over && Boolean(doc.turn?.round);
