/** A character that is being made: what was chosen, what the server makes of it, and what somebody is about to choose. */

import { against } from "../../protocol/against";
import { ask as asked } from "../../protocol/http";
import { seatAt } from "../../protocol/seats";
import type { Against, ChoiceGiven, CreationTold, OptionTold, RefusalTold, StepShown } from "../../protocol/types";
import { same } from "../../turn/spot";
import { rowOf, type Taken, taken, withChoice, without } from "./choices";
import { type Draft, forgetDraft, keepDraft } from "./drafts";

export type Choice = ChoiceGiven["choice"];
export type Asking = (chosen: ChoiceGiven[], at: string) => Promise<CreationTold>;

/** A change of which something else would fall out; it waits for a yes. */
export interface Falling {
  told: CreationTold;
  before: CreationTold["chosen"];
}

const MOST_KEPT = 300; // answers
const PAUSE = 40; // milliseconds that something is pointed at before it is asked about
const TYPING = 120; // and between two changes of a number

export class Building {
  draft: Draft;
  /** By what was taken. */
  told = $state.raw<CreationTold | null>(null);
  /** What is put together in the open step, and what that would make. */
  working = $state.raw<unknown>(null);
  waived = $state.raw<string[]>([]);
  trial = $state.raw<CreationTold | null>(null);
  /** What is pointed at, and what taking it or giving it back would make. */
  pointed = $state.raw<OptionTold | null>(null);
  maybe = $state.raw<CreationTold | null>(null);
  falling = $state.raw<Falling | null>(null);
  /** What fell out while nobody looked, since what there is to choose has changed. */
  lost = $state.raw<CreationTold["fell"]>([]);
  rolled = $state.raw<CreationTold["rolled"]>([]);
  /** Something is being changed, or what is put together is looked at. */
  busy = $derived.by(() => this.#changing > 0 || this.#looking);
  why = $state.raw<Against | null>(null);
  past = $state.raw<CreationTold["chosen"][]>([]);

  #changing = $state(0); // how much of it
  #line = Promise.resolve(); // until all of that is done
  #stale = false; // the table has changed meanwhile
  #looking = $state(false);
  #answers = new Map<string, Promise<CreationTold>>();
  #last = 0;
  #pointing: ReturnType<typeof setTimeout> | undefined;
  #trying: ReturnType<typeof setTimeout> | undefined;
  #ask: Asking;

  constructor(draft: Draft, ask: Asking = overHttp(draft)) {
    this.draft = draft;
    this.#ask = ask;
  }

  get step(): StepShown | null {
    return this.told?.step ?? null;
  }

  /** As it stands with what is put together in the open step. */
  get now(): CreationTold | null {
    return this.trial ?? this.told;
  }

  get options(): readonly OptionTold[] {
    return this.now?.step?.options ?? [];
  }

  /** What is against what is put together, as far as it was not waived. */
  get refusals(): readonly RefusalTold[] {
    return this.trial?.refusals ?? [];
  }

  // ---------------------------------------------------------------- going through the steps

  /** As the draft was left. */
  async begin(): Promise<void> {
    await this.#under(async () => {
      const { at, working } = this.draft;
      const told = await this.#answer(this.draft.chosen, at);
      this.lost = told.fell;
      this.#show(told);
      if (working !== null && told.step?.name === at) this.put(working);
    });
  }

  /** The table has changed: all is asked anew, and what is put together stays. */
  async refresh(): Promise<void> {
    this.#stale = this.#changing > 0; // what is being asked may be answered by how it was
    if (this.#stale) return;
    const { step, working } = this;
    this.#answers.clear();
    await this.#under(async () => {
      const told = await this.#answer(this.told?.chosen ?? this.draft.chosen, step?.name ?? "");
      if (told.fell.length) this.lost = told.fell;
      this.#show(told);
      if (step && told.step?.name === step.name && step.kind !== "one" && step.kind !== "faces") this.put(working);
    });
  }

  async open(step: string): Promise<void> {
    this.falling = null;
    await this.#under(async () => this.#show(await this.#answer(this.told?.chosen ?? [], step)));
  }

  /** Takes a choice in the open step and goes on; where others fall out by it, that is asked first. */
  async take(choice: Choice, allowed: string[] = this.waived): Promise<void> {
    const meant = this.step;
    await this.#under(async () => {
      const { told, step } = this;
      if (!told || !step || !meant || !isFor(step, meant, choice)) return;
      const { chosen, at } = taken(told.chosen, step, { choice, allowed });
      await this.#change(chosen, at);
    });
  }

  /** Takes an option of a row of steps back. */
  async giveBack(option: OptionTold): Promise<void> {
    await this.#under(async () => {
      const step = this.takenIn(option);
      if (this.told && step) await this.#change(without(this.told.chosen, step), "");
    });
  }

  /** The one who throws: by the server, or as it fell the last time. */
  async roll(): Promise<void> {
    const step = this.step;
    if (!step) return;
    const fallen = this.draft.fallen?.[step.name];
    await this.#under(async () => {
      if (this.falling) return;
      const told = await this.#answer(withChoice(this.told?.chosen ?? [], { step: step.name, choice: fallen ?? { roll: true } }), step.name);
      const made = told.chosen.find((one) => one.step === step.name);
      if (!made) return void this.#refused(told);
      this.draft = { ...this.draft, fallen: { ...this.draft.fallen, [step.name]: made.choice as number[] } };
      this.#accept(told);
    });
  }

  /** Yes to what waits for it. */
  async change(): Promise<void> {
    await this.#under(async () => {
      const { falling } = this;
      this.falling = null;
      if (falling) this.#accept(falling.told);
    });
  }

  leave(): void {
    this.falling = null;
  }

  async undo(): Promise<void> {
    const before = this.past.at(-1);
    if (!before) return;
    await this.#under(async () => {
      const told = await this.#answer(before, "");
      this.past = this.past.slice(0, -1);
      this.falling = null;
      this.#keep(told);
      this.#show(told);
    });
  }

  forget(): void {
    forgetDraft(this.draft.id);
  }

  // ---------------------------------------------------------------- in the open step

  /** What is put together in the open step is this now. */
  put(working: unknown, pause = 0): void {
    const { told, step } = this;
    if (!told || !step) return;
    this.working = working;
    this.#kept({ working });
    clearTimeout(this.#trying);
    const number = ++this.#last;
    const next = withChoice(told.chosen, { step: step.name, choice: working as Choice, allowed: this.waived });
    const look = async (): Promise<void> => {
      try {
        const trial = await this.#answer(next, step.name);
        if (number === this.#last) this.trial = trial;
      } catch (fault) {
        if (number === this.#last) this.why = against(fault);
      }
      if (number === this.#last) this.#looking = false;
    };
    this.#looking = true;
    if (pause) this.#trying = setTimeout(() => void look(), pause);
    else void look();
  }

  type(working: unknown): void {
    this.put(working, TYPING);
  }

  /** One more of an option, or one less, in a step of several. */
  add(value: OptionTold["value"]): void {
    this.put([...this.several, value]);
  }

  remove(value: OptionTold["value"]): void {
    const at = this.several.findLastIndex((one) => same(one, value));
    this.put(this.several.filter((_, i) => i !== at));
  }

  get several(): OptionTold["value"][] {
    return Array.isArray(this.working) ? (this.working as OptionTold["value"][]) : [];
  }

  /** A rule is waived for what is put together here. */
  waive(rule: string): void {
    this.waived = [...new Set([...this.waived, rule])];
    if (this.step?.kind !== "one") this.put(this.working);
  }

  /** The choice of the open step of a row in place of which another would be taken; nothing where one more would. */
  get instead(): StepShown["choice"] {
    return this.step?.row ? this.step.choice || null : null;
  }

  /** Where an option of a row of steps was taken and cannot be once more: the step that gave it; else empty. */
  takenIn(option: OptionTold): string {
    const { told, step } = this;
    if (!told || !step?.row) return "";
    if (this.instead !== null && same(this.instead, option.value)) return step.name;
    if (!option.refusal) return "";
    return told.chosen.findLast((made) => rowOf(made.step) === rowOf(step.name) && same(made.choice, option.value))?.step ?? "";
  }

  /** Points at an option, and asks what it would change; nothing: at none. */
  point(option: OptionTold | null): void {
    clearTimeout(this.#pointing);
    if (option && this.pointed && same(option.value, this.pointed.value)) return;
    this.pointed = option;
    this.maybe = null;
    if (!option) return;
    this.#pointing = setTimeout(() => void this.#foresee(option), PAUSE);
  }

  async #foresee(option: OptionTold): Promise<void> {
    const { told, step } = this;
    if (!told || !step) return;
    try {
      const { chosen, at } = this.#with(option, told, step);
      const maybe = await this.#answer(chosen, at);
      if (this.pointed === option) this.maybe = maybe;
    } catch {
      // what it would change is not told; taking it tells what is wrong
    }
  }

  #with(option: OptionTold, told: CreationTold, step: StepShown): Taken {
    if (step.kind === "several") {
      const there = this.several.some((one) => same(one, option.value));
      const choice = there ? this.several.filter((one) => !same(one, option.value)) : [...this.several, option.value];
      return { chosen: withChoice(told.chosen, { step: step.name, choice, allowed: this.waived }), at: step.name };
    }
    const had = this.takenIn(option);
    return had ? { chosen: without(told.chosen, had), at: step.name } : taken(told.chosen, step, { choice: option.value });
  }

  // ---------------------------------------------------------------- asking

  /** Nothing while another change waits for its yes, which was made from what is there now. */
  async #change(next: ChoiceGiven[], step: string): Promise<void> {
    if (this.falling) return;
    const before = this.told?.chosen ?? [];
    const told = await this.#answer(next, "");
    if (step && told.fell.some((one) => one.step === step)) return this.#refused(told, step);
    if (told.fell.length) this.falling = { told, before };
    else this.#accept(told);
  }

  #refused(told: CreationTold, step = ""): void {
    const own = told.fell.find((one) => one.step === step);
    const [first] = told.refusals;
    this.why = own ? { reason: own.why, rule: own.rule } : first ? { reason: first.text, rule: first.rule } : null;
  }

  #accept(told: CreationTold): void {
    if (this.told) this.past = [...this.past, this.told.chosen];
    this.lost = [];
    this.#keep(told);
    this.#show(told);
  }

  #show(told: CreationTold): void {
    this.#last += 1;
    clearTimeout(this.#trying);
    this.#looking = false;
    this.told = told;
    this.trial = null;
    this.waived = told.chosen.find((made) => made.step === told.step?.name)?.allowed ?? [];
    this.working = told.step ? firstOf(told.step) : null;
    this.point(null);
    if (told.rolled.length || told.step?.kind !== "faces") this.rolled = told.rolled;
    this.#kept({ at: told.step?.name ?? "", working: null, whole: told.done !== null });
    if (told.step && (told.step.kind === "several" || told.step.kind === "numbers") && told.step.choice === null) this.put(this.working);
  }

  #keep(told: CreationTold): void {
    const name = told.chosen.find((made) => made.step === "name")?.choice;
    this.#kept({ chosen: told.chosen, name: typeof name === "string" ? name : "" });
  }

  #kept(change: Partial<Draft>): void {
    this.draft = { ...this.draft, ...change, changed: Date.now() };
    if (this.draft.chosen.length) keepDraft(this.draft);
  }

  /** One change after the other: each begins with what came of the one before. */
  async #under(act: () => Promise<void>): Promise<void> {
    this.#changing += 1;
    this.#line = this.#line.then(async () => {
      this.why = null;
      try {
        await act();
      } catch (fault) {
        this.why = against(fault);
      }
    });
    await this.#line;
    this.#changing -= 1;
    if (this.#stale && !this.#changing) await this.refresh();
  }

  #answer(chosen: readonly ChoiceGiven[], at: string): Promise<CreationTold> {
    const key = JSON.stringify([chosen, at]);
    const known = this.#answers.get(key);
    if (known) return known;
    const found = this.#ask([...chosen], at);
    if (key.includes('"roll"')) return found; // each throw is another
    this.#answers.set(key, found);
    found.catch(() => this.#answers.delete(key));
    const [first] = this.#answers.keys();
    if (this.#answers.size > MOST_KEPT && first !== undefined) this.#answers.delete(first);
    return found;
  }
}

export function overHttp({ game, table, being = "" }: Draft): Asking {
  return (chosen, at) => asked("post", "/api/games/{game}/creation", { path: { game }, token: table ? seatAt(table)?.token : undefined, body: { chosen, at, table, being } });
}

/** Is a choice for the step that is open now? It was meant for one that may have been decided since. */
function isFor(step: StepShown, meant: StepShown, choice: Choice): boolean {
  if (step === meant) return true;
  return rowOf(step.name) === rowOf(meant.name) && step.options.some(({ value, refusal }) => !refusal && same(value, choice));
}

/** What stands in a step when it is opened. */
export function firstOf(step: StepShown): unknown {
  const given = step.choice ?? step.default;
  if (step.kind === "several") return Array.isArray(given) ? given : [];
  if (step.kind === "numbers") return Array.isArray(given) ? given : step.fields.map(() => 0);
  if (step.kind === "text") return typeof given === "string" ? given : "";
  return given;
}
