/** The one state of an import: the file, what the server makes of it, what was answered, and the step that is open.
 * Answers are drawn here at once, from what each of them would draw; the server puts them together when it is taken. */

import { against } from "../../protocol/against";
import type { Against, MapAnswer, MapQuestion, MapRead } from "../../protocol/types";
import { words } from "../../words";
import type { Said } from "./server";

export type Step = "grid" | "ask" | "tiles" | "keep";

export const MOST_FILE = 24_000_000; // bytes, as the server takes them

export class Importing {
  file = $state.raw<File | null>(null);
  read = $state.raw<MapRead | null>(null);
  busy = $state(false);
  why = $state.raw<Against | null>(null);
  said = $state.raw<Said>({ across: 1, answers: {}, tiles: {} });
  step = $state<Step>("ask");
  open = $state(0); // the question that is asked
  name = $state("");
  /** Questions that somebody has looked at. */
  looked = $state.raw<ReadonlySet<string>>(new Set());

  readonly #ask: (file: File, said: Said) => Promise<MapRead>;
  #asked = 0;

  constructor(ask: (file: File, said: Said) => Promise<MapRead>) {
    this.#ask = ask;
  }

  get questions(): readonly MapQuestion[] {
    return this.read?.questions ?? [];
  }

  get question(): MapQuestion | null {
    return this.questions[this.open] ?? null;
  }

  /** How many nobody has looked at yet. */
  get left(): number {
    return this.questions.filter(({ id }) => !this.looked.has(id)).length;
  }

  chosen(question: MapQuestion): number {
    return this.said.answers[question.id] ?? question.chosen ?? question.proposed;
  }

  answerTo(question: MapQuestion): MapAnswer {
    return question.answers[this.chosen(question)]!;
  }

  async choose(file: File): Promise<void> {
    if (file.size > MOST_FILE) {
      this.why = { reason: words.maps.tooLarge(String(Math.round(file.size / 100_000) / 10)), rule: "" };
      return;
    }
    this.said = { across: 1, answers: {}, tiles: {} };
    this.looked = new Set();
    this.open = 0;
    if (await this.#reread(file)) {
      this.file = file;
      this.name = this.read!.title;
      this.step = this.read!.mapping.length ? "tiles" : this.questions.length ? "ask" : "keep";
    }
  }

  /** On other cells, or finer: all answers are given anew. */
  async lay(kind: MapRead["kind"], across: number): Promise<void> {
    this.said = { ...this.said, kind, across, answers: {} };
    this.looked = new Set();
    this.open = 0;
    if (this.file) await this.#reread(this.file);
  }

  async mean(tile: string, means: string): Promise<void> {
    const known = Object.fromEntries((this.read?.mapping ?? []).map((one) => [one.tile, one.means]));
    this.said = { ...this.said, tiles: { ...known, ...this.said.tiles, [tile]: means } };
    if (this.file) await this.#reread(this.file);
  }

  answer(at: number): void {
    const question = this.question;
    if (!question?.answers[at]) return;
    this.said = { ...this.said, answers: { ...this.said.answers, [question.id]: at } };
    this.#look(question);
  }

  ask(at: number): void {
    if (!this.questions[at]) return;
    this.step = "ask";
    this.open = at;
  }

  /** The next that nobody has looked at, after this one; else simply the next. What is passed is taken as proposed. */
  next(): void {
    const { questions, open } = this;
    if (!questions.length) return;
    if (this.question) this.#look(this.question);
    const order = questions.map((_, at) => (open + 1 + at) % questions.length);
    this.ask(order.find((at) => !this.looked.has(questions[at]!.id)) ?? order[0]!);
  }

  /** The map with every answer that was given, as the server puts it together. */
  async whole(): Promise<MapRead> {
    const answers = Object.fromEntries(this.questions.map((question) => [question.id, this.chosen(question)]));
    return this.#ask(this.file!, { ...this.said, kind: this.read!.kind, answers });
  }

  #look(question: MapQuestion): void {
    this.looked = new Set([...this.looked, question.id]);
  }

  async #reread(file: File): Promise<boolean> {
    const asked = (this.#asked += 1);
    this.busy = true;
    this.why = null;
    try {
      const read = await this.#ask(file, this.said);
      if (asked !== this.#asked) return false;
      this.read = read;
      return true;
    } catch (fault) {
      if (asked === this.#asked) this.why = against(fault);
      return false;
    } finally {
      if (asked === this.#asked) this.busy = false;
    }
  }
}

// ---------------------------------------------------------------- what fits

/** How many cells and edges of what fits are walls and doors, for the margin. */
export function fitting(read: MapRead): { walls: number; edges: number; doors: number; ground: number } {
  const found = { walls: 0, edges: 0, doors: 0, ground: 0 };
  for (const { paint, cells = [], edges = [] } of read.fitting) {
    if (paint === "wall_edge") found.edges += edges.length;
    else if (paint === "wall") found.walls += cells.length;
    else if (paint === "door") found.doors += cells.length + edges.length;
    else found.ground += cells.length;
  }
  return found;
}
