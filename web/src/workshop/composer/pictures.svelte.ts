/** Pictures of a pack by which somebody is drawn: fetched when they are first wanted. Until then they are drawn as a figure. */

import { SvelteMap } from "svelte/reactivity";

export class Pictures {
  #found = new SvelteMap<string, string>(); // addresses by name
  #asked = new Set<string>();
  #fetch: (name: string) => Promise<Blob>;

  constructor(fetch: (name: string) => Promise<Blob>) {
    this.#fetch = fetch;
  }

  address(name: string): string {
    if (name && !this.#asked.has(name)) {
      this.#asked.add(name);
      this.#fetch(name).then(
        (blob) => this.#found.set(name, URL.createObjectURL(blob)),
        () => undefined, // they are drawn as a figure
      );
    }
    return this.#found.get(name) ?? "";
  }

  leave(): void {
    for (const address of this.#found.values()) URL.revokeObjectURL(address);
  }
}
