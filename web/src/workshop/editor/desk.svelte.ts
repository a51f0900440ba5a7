/** What all parts of the editor share: the entry, its schema, the names of what it may refer to, and what is open. */

import { getContext, setContext, tick } from "svelte";
import { words } from "../../words";
import { keyOf, type Path } from "./edits";
import type { Editing } from "./editing.svelte";
import { placeSaid, type Speech } from "./said";
import type { Schema } from "./schema";
import type { Shelves } from "./shelves.svelte";

export class Desk {
  /** The field that is pointed at or filled in, and what it is. */
  about = $state.raw<{ title: string; text: string } | null>(null);
  side = $state<"form" | "file">("form");
  /** Groups of the form that are unfolded, and rows of lists that are open. */
  unfolded = $state.raw<ReadonlySet<string>>(new Set());
  line = $state(0); // of the file, to be shown

  constructor(
    readonly game: string,
    readonly pack: string,
    readonly kind: string,
    readonly schema: Schema,
    readonly editing: Editing,
    readonly shelves: Shelves,
  ) {}

  get speech(): Speech {
    const { yes, no, nothing, to } = words.editor;
    return { schema: this.schema, nameOf: (kinds, id) => this.shelves.nameOf(kinds, id), yes, no, nothing, to };
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
