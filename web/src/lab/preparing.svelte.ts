/** Prepared scenes of a table that are simulated before they are on it: alone, beside another one, or with a number that
 * is changed. Of these the game master alone knows. */

import { ask } from "../protocol/http";
import type { LabTold, PreparedTold } from "../protocol/types";
import { words } from "../words";

const MOST = 12; // values of a number

export class Preparing {
  scenes = $state.raw<Record<string, string>>({});
  scene = $state(""); // nothing: what is on the table
  against = $state("");
  path = $state("");
  values = $state("");
  #told = $state.raw<PreparedTold | null>(null);

  constructor(
    readonly table: string,
    readonly token: string,
    readonly game: string,
  ) {}

  any = $derived(Object.keys(this.scenes).length > 0);
  numbers = $derived(numbersIn(this.values));
  /** Numbers that can be changed, each in words. */
  fields = $derived((this.#told?.fields ?? []).map((path) => ({ path, words: this.#inWords(path) })));
  asked = $derived(this.scene ? { scene: this.scene } : {});
  compared = $derived(!this.scene ? {} : this.against ? { against: this.against } : this.path && this.numbers ? { vary: { path: this.path, values: this.numbers } } : {});

  /** The same as is told of the scene on a table. */
  get told(): LabTold | null {
    if (!this.#told || !this.scene) return null;
    const { title, sides, policies, usual, who } = this.#told;
    return { title, game: this.game, round: 0, acting: "", sides, policies, usual, guessed: false, who, deeds: [] };
  }

  async load(): Promise<void> {
    if (!this.table || !this.token) return;
    this.scenes = await ask("get", "/api/tables/{table}/lab/prepared", { path: { table: this.table }, token: this.token });
    if (this.#told?.scene === this.scene) return;
    this.#told = null;
    if (this.scene) this.#told = await ask("get", "/api/tables/{table}/lab/prepared/{scene}", { path: { table: this.table, scene: this.scene }, token: this.token });
  }

  choose(scene: string): void {
    this.scene = scene;
    this.against = this.path = this.values = "";
  }

  #inWords(path: string): string {
    const [first, id, ...rest] = path.split(".");
    const who = this.#told?.who.find((one) => one.id === id);
    return first === "beings" && who ? words.lab.fieldOf(who.name, plain(rest)) : words.lab.fieldOf("", plain(path.split(".")));
  }
}

function plain(parts: readonly string[]): string {
  return parts.join(" ").replaceAll("_", " ");
}

/** Numbers with commas between; nothing where they are none, or too many. */
export function numbersIn(said: string): number[] | null {
  const found = said.split(",").map((part) => part.trim()).filter(Boolean);
  const read = found.map(Number);
  return read.length && read.length <= MOST && read.every(Number.isInteger) ? read : null;
}
