/** An entry or a scene that is being made: its text, what the server makes of it, the strokes so far, and whether it is kept.

    The text is the truth. An edit is seen at once and written into the text by the server; what comes meanwhile waits
    for its turn. A moment after the last change the text is kept in the pack. */

import { against } from "../../protocol/against";
import { Problem } from "../../protocol/http";
import { type Edit, edited, keyOf, type Path, set, within } from "./edits";
import { Keeping, REST, type Saver } from "./keeping.svelte";
import type { Table, Value } from "./schema";
import type { Difference, Fault, Judged, Told } from "./told";

/** Whoever judges texts and keeps them. */
export interface Server<T extends Told = Judged> extends Saver {
  judge(asked: { text: string; edits?: Edit[] }): Promise<T>;
}

type Task = { do: "edit"; edits: Edit[]; stroke: string } | { do: "write"; text: string; stroke: string } | { do: "undo" } | { do: "redo" };

const TYPING = 160; // milliseconds until what is typed is judged
const MOST = 200; // strokes that can be undone

export class Editing<T extends Told = Judged> extends Keeping {
  text = $state("");
  /** As the form shows it: with edits that are still on their way. Of a text with a mistake, as it was before. */
  entry = $state.raw<Table>({});
  told = $state.raw<T | null>(null);
  past = $state.raw<string[]>([]);
  future = $state.raw<string[]>([]);
  /** Does the text have a mistake, so that the form waits? */
  #mistaken = $derived(this.told !== null && this.told.entry === null);
  faults = $derived<Fault[]>(this.told?.faults ?? []);
  /** What was told of it when it last had no mistake. */
  sound = $state.raw<T | null>(null);
  differs = $derived<Difference[]>(this.sound?.differs ?? []);

  #fresh = $state.raw<Path | null>(null);
  #server: Server<T>;
  #typing: number;
  #tasks: Task[] = [];
  #busy: Promise<void> | null = null;
  #stroke = "";
  #typeTimer: ReturnType<typeof setTimeout> | undefined;
  #typed: Task | null = null;

  constructor(server: Server<T>, revision: number, { rest = REST, typing = TYPING } = {}) {
    super(server, revision, rest);
    this.#server = server;
    this.#typing = typing;
  }

  get waits(): boolean {
    return this.#mistaken;
  }

  protected get whole(): string | undefined {
    return this.told?.text;
  }

  protected async sent(): Promise<boolean> {
    await this.settled();
    return this.#tasks.length === 0;
  }

  protected override saved(): void {
    if (!this.#busy) this.see();
  }

  /** As it stands in the pack; `kept` false: it was begun just now. */
  async begin(text: string, kept = true): Promise<void> {
    this.text = text;
    this.stands(kept ? text : "");
    try {
      this.#hear(await this.#server.judge({ text }));
    } catch (fault) {
      this.why = against(fault);
    }
    this.see();
  }

  // ---------------------------------------------------------------- strokes

  /** Edits that belong to one stroke: what is typed into one field, until another is touched. */
  edit(edits: Edit[], stroke = ""): void {
    if (!edits.length) return;
    this.entry = edited(this.entry, edits);
    this.#push({ do: "edit", edits, stroke }, stroke !== "");
  }

  set(path: Path, value: Value, stroke = ""): void {
    this.edit([set(path, value)], stroke && `${stroke} ${keyOf(path)}`);
  }

  /** The text itself, as somebody writes it. */
  write(text: string): void {
    this.text = text;
    this.#push({ do: "write", text, stroke: "text" }, true);
  }

  undo(): void {
    this.#push({ do: "undo" });
  }

  redo(): void {
    this.#push({ do: "redo" });
  }

  /** What comes now is another stroke. */
  lift(): void {
    this.#flush();
    this.#stroke = "";
  }

  // ---------------------------------------------------------------- what is known of a place

  faultsAt(path: Path, inside = false): Fault[] {
    const found = inside ? within(this.faults, path) : this.faults.filter((fault) => keyOf(fault.path) === keyOf(path));
    const fresh = this.#fresh === null ? [] : within(found, this.#fresh);
    return found.filter((fault) => !fresh.includes(fault));
  }

  /** A part that was added just now: nothing is wrong with it before somebody has left it. */
  added(path: Path): void {
    this.#fresh = path;
  }

  left(): void {
    this.#fresh = null;
  }

  differsAt(path: Path): Difference[] {
    return within(this.differs, path);
  }

  // ---------------------------------------------------------------- one after the other

  #push(task: Task, typed = false): void {
    this.change();
    const waiting = this.#typed;
    if (waiting && joins(waiting, task)) this.#typed = joined(waiting, task);
    else {
      this.#flush();
      this.#typed = task;
    }
    clearTimeout(this.#typeTimer);
    if (typed && this.#typing) this.#typeTimer = setTimeout(() => this.#flush(), this.#typing);
    else this.#flush();
  }

  #flush(): void {
    clearTimeout(this.#typeTimer);
    if (this.#typed) this.#tasks.push(this.#typed);
    this.#typed = null;
    if (this.#tasks.length) this.#busy ??= this.#work();
  }

  /** Until nothing is under way. */
  async settled(): Promise<void> {
    this.#flush();
    await this.#busy;
  }

  /** What could not be sent stays in the queue, and goes with the next change or when it is kept. */
  async #work(): Promise<void> {
    let failed = false;
    for (let task = this.#tasks.shift(); task; task = this.#tasks.shift()) {
      try {
        await this.#do(task);
        this.why = null;
      } catch (fault) {
        this.why = against(fault);
        if (mayPass(fault)) this.#tasks.unshift(task);
        else this.#tasks = [];
        failed = this.#tasks.length > 0 || task.do === "write"; // a text that is refused stays to be seen, and is not kept
        if (failed) break;
        this.entry = this.told?.entry ?? this.entry;
      }
    }
    this.#busy = null;
    if (failed) this.fail();
    else this.see();
  }

  async #do(task: Task): Promise<void> {
    const before = this.told?.text ?? this.text;
    if (task.do === "undo" || task.do === "redo") {
      const text = task.do === "undo" ? this.past.at(-1) : this.future.at(-1);
      if (text === undefined) return;
      this.#hear(await this.#server.judge({ text }));
      this.past = task.do === "undo" ? this.past.slice(0, -1) : [...this.past, before];
      this.future = task.do === "undo" ? [...this.future, before] : this.future.slice(0, -1);
      this.#stroke = "";
      return;
    }
    const told = await this.#server.judge(task.do === "edit" ? { text: before, edits: task.edits } : { text: task.text });
    if (told.text !== before && (!task.stroke || task.stroke !== this.#stroke)) this.past = [...this.past, before].slice(-MOST);
    if (told.text !== before) this.future = [];
    this.#stroke = task.stroke;
    this.#hear(told, task.do === "write");
  }

  /** What is still on its way is seen on top of what was told; a text that is being written stays as it is. */
  #hear(told: T, writing = false): void {
    const coming = [...this.#tasks, ...(this.#typed ? [this.#typed] : [])];
    this.told = told;
    if (told.entry) this.sound = told;
    if (!(writing && coming.some((task) => task.do === "write"))) this.text = told.text;
    if (told.entry) this.entry = edited(told.entry, coming.flatMap((task) => (task.do === "edit" ? task.edits : [])));
  }
}

/** Is it a matter of the line or of the hour, so that the same goes through later? */
const mayPass = (fault: unknown): boolean => fault instanceof Problem && [0, 429, 503].includes(fault.status);

const joins = (one: Task, next: Task): boolean => (one.do === "edit" || one.do === "write") && one.do === next.do && one.stroke !== "" && one.stroke === next.stroke;

function joined(one: Task, next: Task): Task {
  return one.do === "edit" && next.do === "edit" ? { ...next, edits: [...one.edits, ...next.edits] } : next;
}
