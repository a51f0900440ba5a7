/** The map under the board that is drawn: its picture, which is kept in the pack, and where it lies. */

import { boxAround, gridOf, type Box } from "../../board/lay/cells";
import { against } from "../../protocol/against";
import type { Against } from "../../protocol/types";
import { words } from "../../words";
import type { Drawing } from "./drawing.svelte";
import { fitting, laidOut, mapOf, type MapUnder } from "./mapping";
import { withWhole } from "./painting";

/** The pictures of a pack; to put one in gives the new revision of it. */
export interface Pictures {
  picture(name: string): Promise<Blob>;
  putPicture(name: string, picture: Blob): Promise<number>;
}

export class Underlay {
  why = $state.raw<Against | null>(null);
  #shown = $state.raw<{ name: string; address: string; ratio: number } | null>(null);
  #pulled = $state.raw<MapUnder | null>(null); // while it is dragged
  readonly #drawing: Drawing;
  readonly #pictures: Pictures;
  readonly #onsaved: (revision: number) => void;

  constructor(drawing: Drawing, pictures: Pictures, onsaved: (revision: number) => void) {
    this.#drawing = drawing;
    this.#pictures = pictures;
    this.#onsaved = onsaved;
  }

  under = $derived.by(() => this.#pulled ?? mapOf(this.#drawing.seen.whole));
  address = $derived.by(() => (this.#shown && this.#shown.name === this.under?.picture ? this.#shown.address : ""));
  map = $derived.by(() => (this.under ? { under: this.under, address: this.address, ratio: this.#shown?.ratio ?? 1 } : null));

  /** The picture that the map names is fetched, unless it is here. */
  async fetch(name: string): Promise<void> {
    if (!name || this.#shown?.name === name) return;
    try {
      await this.#show(name, await this.#pictures.picture(name));
    } catch {
      this.why = { reason: words.boards.noPicture, rule: "" };
    }
  }

  async #show(name: string, blob: Blob): Promise<void> {
    const bitmap = await createImageBitmap(blob);
    this.forget();
    this.#shown = { name, address: URL.createObjectURL(blob), ratio: bitmap.height / bitmap.width };
    bitmap.close();
  }

  /** A picture goes into the pack, and lies under the whole board. */
  async put(file: File): Promise<void> {
    this.why = null;
    const found = await fitting(file);
    if (!found) {
      this.why = { reason: words.boards.notAPicture, rule: "" };
      return;
    }
    try {
      this.#onsaved(await this.#pictures.putPicture(found.name, found.blob));
      await this.#show(found.name, found.blob);
      const map = laidOut(found.name, found.ratio, this.#board());
      this.lay(this.under ? { ...map, strength: this.under.strength, seen: this.under.seen } : map, "put");
    } catch (fault) {
      this.why = against(fault);
    }
  }

  /** All of the board, in cells. */
  #board(): Box {
    const { plan } = this.#drawing;
    const grid = gridOf(plan.kind);
    const cells = plan.cells.map((cell) => grid.centre(cell)).map(({ x, y }) => ({ x: x / grid.across, y: y / grid.across }));
    const { x, y, width, height } = boxAround([...cells, ...plan.rooms.map(({ at: [x, y] }) => ({ x, y }))]);
    return Number.isFinite(width) ? { x: x - 0.5, y: y - 0.5, width: width + 1, height: height + 1 } : { x: 0, y: 0, width: 1, height: 1 };
  }

  /** It is dragged: seen so, and drawn when it is let go. */
  pull(map: MapUnder, done: boolean): void {
    if (done) this.lay(map, "moved");
    else this.#pulled = map;
  }

  /** It lies so from now on; nothing: there is none. */
  lay(map: MapUnder | null, what: string): void {
    this.#pulled = null;
    const of = ["strength", "moved"].includes(what) ? `map ${what}` : "";
    this.#drawing.stroke({ name: words.boards.map, words: words.boards.mapStrokes[what] ?? "", look: "board", of }, withWhole(this.#drawing.plan, "map", map ?? undefined));
  }

  forget(): void {
    if (this.#shown) URL.revokeObjectURL(this.#shown.address);
    this.#shown = null;
  }
}
