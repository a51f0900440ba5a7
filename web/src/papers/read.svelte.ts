/** Which papers lie open on this screen, and which of them this browser has read already. */

import { SvelteSet } from "svelte/reactivity";
import { keep, kept } from "../look/kept";
import type { Document } from "../protocol/types";
import type { Place } from "../turn/spot";
import { fromOthers, papersOf, type Paper } from "./papers";

class Open {
  /** The papers lie open. */
  shown = $state(false);
  /** The one that is read; none where it is only the list. */
  paper = $state("");
  /** A note is being written. */
  writing = $state(false);
  /** The place of the board to which it will be pinned. */
  at = $state.raw<Place | null>(null);
  /** The note for which a place of the board is to be chosen. */
  pinning = $state("");

  show(paper = ""): void {
    this.paper = paper;
    this.writing = false;
    this.at = null;
    this.shown = true;
  }

  write(at: Place | null = null): void {
    this.paper = "";
    this.writing = true;
    this.at = at;
    this.shown = true;
  }

  /** The papers are put aside until a place of the board is chosen. */
  pin(note: string): void {
    this.close();
    this.pinning = note;
  }

  close(): void {
    this.shown = this.writing = false;
    this.paper = "";
    this.at = null;
  }
}

export const open = new Open();

const MOST = 400; // of those that were read, as many are remembered
const NAME = "papers";

class Read {
  #read = new SvelteSet<string>((kept(NAME) ?? "").split(" ").filter(Boolean));
  /** Put off until later: no longer announced on this screen, but still new. */
  #later = new SvelteSet<string>();

  has(paper: Paper): void {
    if (this.#read.has(paper.key)) return;
    this.#read.add(paper.key);
    keep(NAME, [...this.#read].slice(-MOST).join(" "));
  }

  putOff(papers: Paper[]): void {
    for (const paper of papers) this.#later.add(paper.key);
  }

  /** What others gave that was not read yet. */
  fresh(doc: Document): Paper[] {
    return papersOf(doc).filter((paper) => fromOthers(doc, paper) && !this.#read.has(paper.key));
  }

  /** Handouts among it that are to be pointed out. */
  given(doc: Document): Paper[] {
    return this.fresh(doc).filter((paper) => paper.by === "" && !this.#later.has(paper.key));
  }
}

export const read = new Read();
