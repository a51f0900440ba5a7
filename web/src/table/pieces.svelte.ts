/** Pieces that are moved outside fights as one likes: by dragging, or by a tap on the piece and one on the place.
 * Which these are, the server tells each seat. */

import { against } from "../protocol/against";
import type { Table } from "../protocol/table.svelte";
import type { Against, Document } from "../protocol/types";
import type { Place, Spot } from "../turn/spot";

export class Pieces {
  /** The piece that was tapped, and goes to the next place that is. */
  lifted = $state("");
  /** Why the last one did not go there. */
  why = $state.raw<Against | null>(null);

  constructor(readonly table: Pick<Table, "do">) {}

  /** Is this piece moved freely now, by this seat? */
  free(doc: Document, being: string): boolean {
    return doc.scene?.free.includes(being) ?? false;
  }

  /** Something of the board is tapped: is it a piece to be lifted, or where the lifted one goes? */
  takes(doc: Document, spot: Spot): boolean {
    const lifted = this.lifted;
    this.lifted = "";
    if (lifted && this.free(doc, lifted) && spot.place !== null && spot.being === null) {
      this.put(lifted, spot.place);
      return true;
    }
    if (spot.being === null || spot.being === lifted || !this.free(doc, spot.being)) return false;
    this.lifted = spot.being;
    this.why = null;
    return true;
  }

  put(being: string, at: Place): void {
    this.why = null;
    this.lifted = "";
    this.table.do("walk", { being, at: typeof at === "string" ? at : [at[0], at[1]] }).catch((fault) => (this.why = against(fault)));
  }
}
