/** The entries that there are, kind by kind: to begin from, to refer to, and for their names. */

import type { EntryLine } from "./told";

export class Shelves {
  lines = $state.raw<Readonly<Record<string, readonly EntryLine[]>>>({});
  #asked = new Set<string>();
  #ask: (kind: string) => Promise<EntryLine[]>;

  constructor(ask: (kind: string) => Promise<EntryLine[]>) {
    this.#ask = ask;
  }

  /** All of these kinds; asked for when they are first wanted. */
  of(kinds: readonly string[]): EntryLine[] {
    for (const kind of kinds) void this.need(kind);
    return kinds.flatMap((kind) => this.lines[kind] ?? []);
  }

  nameOf(kinds: readonly string[], id: string): string | undefined {
    return this.of(kinds).find((line) => line.id === id)?.name;
  }

  async need(kind: string): Promise<void> {
    if (this.#asked.has(kind)) return;
    this.#asked.add(kind);
    try {
      const found = await this.#ask(kind);
      this.lines = { ...this.lines, [kind]: found };
    } catch {
      this.#asked.delete(kind); // names are missing, and nothing else
    }
  }
}
