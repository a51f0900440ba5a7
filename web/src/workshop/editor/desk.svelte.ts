/** What all parts of the editor share: the entry, its schema, the names of what it may refer to, and what is open. */

import { getContext, setContext, tick } from "svelte";
import { words } from "../../words";
import { keyOf, type Path } from "./edits";
import type { Editing } from "./editing.svelte";
import type { Told } from "./told";
import { placeSaid, type Speech } from "./said";
import type { Schema, Value } from "./schema";
import type { Shelves } from "./shelves.svelte";

/** The board beside the form: places are chosen on it, and it has words for them. */
export interface Pointing {
  words(value: Value, many: boolean): string;
  /** The next place that is chosen is set there; of many, each that is chosen comes or goes until one is done. */
  choose(path: Path, many: boolean): void;
  chooses(path: Path): boolean;
  done(): void;
}

export class Desk {
  /** The field that is pointed at or filled in, and what it is. */
  about = $state.raw<{ title: string; text: string } | null>(null);
  side = $state<"form" | "file">("form");
  /** Groups of the form that are unfolded, and rows of lists that are open. */
  unfolded = $state.raw<ReadonlySet<string>>(new Set());
  line = $state(0); // of the file, to be shown
  board: Pointing | null = null;
  /** Shows the part of the form in which this place is, where not all of it is shown at once. */
  reach: (path: Path) => void = () => undefined;
  /** Of a scene it comes with what is first told of it. */
  schema: Schema;

  constructor(
    readonly game: string,
    readonly pack: string,
    readonly kind: string,
    schema: Schema,
    readonly editing: Editing<Told>,
    readonly shelves: Shelves,
    readonly id = "", // of a scene, which does not say it itself
  ) {
    this.schema = $state.raw(schema);
  }

  get speech(): Speech {
    const { yes, no, nothing, to } = words.editor;
    return { schema: this.schema, nameOf: (kinds, id) => this.shelves.nameOf(kinds, id), yes, no, nothing, to, places: (value, many) => this.board?.words(value, many) ?? "" };
  }

  placeOf(path: Path): string {
    return placeSaid(this.schema, this.kind, path, this.editing.entry, words.editor.nth);
  }

  isOpen(key: string): boolean {
    return this.unfolded.has(key);
  }

  fold(key: string, open = !this.isOpen(key)): void {
    const next = new Set(this.unfolded);
    if (open) next.add(key);
    else next.delete(key);
    this.unfolded = next;
  }

  /** Goes to where something stands: in the form, or in the file where the form waits. */
  async go(path: Path, line = 0): Promise<void> {
    if (this.editing.waits || (!path.length && line)) {
      this.side = "file";
      this.line = line;
      return;
    }
    this.side = "form";
    this.reach(path);
    const field = this.schema.kind(this.kind)?.fields.find((one) => one.name === path[0]);
    if (field) this.fold(field.advanced ? words.editor.advanced : field.group, true);
    path.forEach((step, at) => typeof step === "number" && this.fold(keyOf(path.slice(0, at + 1)), true));
    await tick();
    for (let end = path.length; end > 0; end -= 1) {
      const found = document.querySelector<HTMLElement>(`[data-path="${CSS.escape(keyOf(path.slice(0, end)))}"]`);
      if (!found) continue;
      found.scrollIntoView({ block: "center" });
      found.querySelector<HTMLElement>("input, textarea, select, button")?.focus({ preventScroll: true });
      return;
    }
  }
}

const KEY = Symbol("desk");
export const setDesk = (desk: Desk): Desk => setContext(KEY, desk);
export const theDesk = (): Desk => getContext<Desk>(KEY);
