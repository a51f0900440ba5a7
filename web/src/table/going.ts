/** What goes on at a table. */

import type { Document } from "../protocol/types";

/** Does a fight, or whatever else goes by rounds, go on on the table? After it nobody has a place in the order any more. */
export const isGoingOn = (doc: Document): boolean => doc.scene !== null && !doc.scene.over && (doc.turn?.round ?? 0) > 0 && Boolean(doc.turn?.order.length);
