/** What somebody is about to do: who acts, the action, its arguments so far, what is pointed at, and what that would come
 * to. Board, action bar, odds card and phone sheet all read and write this one thing. Pointing previews, the first tap
 * keeps the preview, the second commits it. */

import { Refusal } from "../protocol/socket";
import type { Table } from "../protocol/table.svelte";
import type { Against, Choosable, ChoicesTold, Deed, Document, Entry, MoveTold, OddsTold, PathTold, ReachTold, SheetTold, SightTold, Suggested } from "../protocol/types";
import { Looks } from "./looks";
import { means, type Place, same, sameSpot, type Spot } from "./spot";

/** What would be done: a move to a place, or a value of the argument that is open. */
interface Preview {
  spot: Spot | null;
  move: Place | null;
  value: Choosable | null;
}

export type At = Pick<Table, "document" | "look" | "do" | "heard">;

export class Aim {
  /** Who would act. */
  being = $state<string | null>(null);
  /** The action chosen on the bar. */
  entry = $state.raw<Entry | null>(null);
  /** What was offered for each argument so far, and the one that is open last. */
  steps = $state.raw<ChoicesTold[]>([]);
  /** All places that `being` can move to, by each way of moving. */
  reach = $state.raw<ReachTold | null>(null);
  /** The way to the place that is previewed. */
  path = $state.raw<PathTold | null>(null);
  /** The line to the being that is pointed at. */
  sight = $state.raw<SightTold | null>(null);
  /** What the deed comes to; null where nothing is to be told of it. */
  odds = $state.raw<OddsTold | null>(null);
  /** As if everybody took each Reaction that they are offered. */
  provoked = $state(false);
  /** Why it was not done. */
  refusal = $state.raw<Against | null>(null);
  /** The game master was asked whether it may be done all the same. */
  asked = $state(false);
  busy = $state(false);
  /** Is something being asked that is not answered yet? */
  asking = $state(false);
  /** What the machine would do, once it was asked. */
  plan = $state.raw<Suggested | null>(null);
  /** All there is to know about `being`. */
  sheet = $state.raw<SheetTold | null>(null);
  /** Somebody else whose panel is looked at. */
  looked = $state<string | null>(null);

  /** What is pointed at, whether it means anything now or not. */
  pointed = $state.raw<Spot | null>(null);

  #hover = $state.raw<Preview | null>(null);
  #kept = $state.raw<Preview | null>(null);
  /** What was tapped before it could be chosen: taken as soon as it can. */
  #wanted: Spot | null = null;
  #looks: Looks;
  #stop: () => void;

  constructor(readonly table: At) {
    this.#looks = new Looks(table);
    this.#stop = table.heard((document, before) => this.#heard(document, before));
    if (table.document) this.#heard(table.document, null);
  }

  close(): void {
    this.#stop();
    this.#looks.forget();
  }

  // ---------------------------------------------------------------- what it comes to

  /** All that `being` may do and may not. */
  get entries(): Entry[] {
    return (this.being !== null && this.table.document?.offers?.[this.being]?.entries) || [];
  }

  /** What may be chosen now; null where an action is not chosen, or nothing is left to choose. */
  get choices(): ChoicesTold | null {
    const last = this.steps.at(-1) ?? null;
    return last?.arg == null ? null : last;
  }

  get preview(): Preview | null {
    return this.#hover ?? this.#kept;
  }

  /** Is what is previewed only pointed at, and not chosen yet? */
  get hovering(): boolean {
    return this.#hover !== null;
  }

  /** The spot that the next tap commits. */
  get kept(): Spot | null {
    return this.#kept?.spot ?? null;
  }

  /** Is the board for moving now: no action chosen, or one that is a move? */
  get moving(): boolean {
    return this.entry === null || this.#isMove(this.entry);
  }

  /** The way of moving that is previewed: that which was chosen, else the first that leads there. */
  get move(): MoveTold | null {
    const moves = (this.preview?.move != null && this.path?.moves) || [];
    const ways = this.entry ? moves.filter((move) => move.action === this.entry?.action) : moves;
    return ways.find((move) => move.command && !move.refused) ?? ways[0] ?? null;
  }

  /** What a commit would do now. */
  get deed(): Deed | null {
    const preview = this.preview;
    if (preview?.move != null) return this.move && !this.move.refused ? (this.move.command ?? null) : null;
    if (preview?.value) return preview.value.refused ? null : (preview.value.command ?? this.#settled());
    return this.entry?.command ?? this.#settled() ?? (this.entry ? null : (this.plan?.command ?? null));
  }

  /** The whole deed in words: what, with what, on whom. */
  get words(): string {
    const { deed, entry, preview } = this;
    if (preview?.move != null) return this.move?.label ?? "";
    if (!entry) return this.plan ? this.plan.words.replace(/^[^:]*: /, "") : "";
    const beings = this.table.document?.beings ?? {};
    const last = this.steps.at(-1);
    const chosen = (last?.chosen ?? []).slice(entry.fixed.length).filter((one) => one.value !== null).map((one) => one.words);
    const pointed = preview?.value && preview.value.value !== null && !(last?.chosen ?? []).some((one) => same(one.value, preview.value?.value)) ? [preview.value.words] : [];
    const said = [entry.label, ...chosen, ...pointed];
    const others = Object.values(deed?.args ?? {}).flatMap((value) => (typeof value === "string" && beings[value] ? [beings[value].name] : []));
    return [...said, ...others.filter((name) => !said.includes(name))].join(", ");
  }

  /** Why what is previewed may not be done. */
  get refused(): Against | null {
    const preview = this.preview;
    if (preview?.move != null) return this.move?.refused ?? null;
    return preview?.value?.refused ?? this.steps.at(-1)?.refused ?? null;
  }

  /** What is refused, but could be done all the same by who may force it. */
  get forcible(): Deed | null {
    const preview = this.preview;
    const command = preview?.move != null ? this.move?.command : (preview?.value?.command ?? this.steps.at(-1)?.command);
    return (this.deed ?? command) || null;
  }

  /** What it costs. */
  get price(): string {
    if (this.preview?.move != null) return this.move?.price ?? "";
    if (!this.entry) return "";
    return this.preview?.value?.price || this.steps.at(-1)?.price || this.entry?.price || "";
  }

  /** With all arguments chosen, the command. */
  #settled(): Deed | null {
    const last = this.steps.at(-1);
    return last && last.arg === null && !last.refused ? (last.command ?? null) : null;
  }

  #isMove(entry: Entry): boolean {
    return entry.group === "move" && entry.args.length > 0 && entry.fixed.length === 0;
  }

  // ---------------------------------------------------------------- choosing

  /** Another of one's own beings. */
  actAs(being: string): void {
    this.looked = null;
    if (being === this.being) return;
    this.being = being;
    this.clear();
    this.#lookAround();
  }

  /** An action of the bar: the first time it is chosen, the second time done if nothing is left to choose. */
  choose(entry: Entry): void {
    if (sameEntry(entry, this.entry)) {
      if (entry.command && this.deed) void this.commit();
      else this.clear();
      return;
    }
    this.clear();
    if (entry.refused) {
      this.refusal = entry.refused;
      return;
    }
    this.entry = entry;
    if (entry.command || this.#isMove(entry)) this.#show();
    else this.#offer(entry, []);
  }

  /** A value of the argument that is open: kept, and the next argument asked for if there is one. */
  take(value: Choosable, spot: Spot | null = null): void {
    const choices = this.choices;
    if (!this.entry || !choices) return;
    this.#hover = null;
    this.#kept = { spot, move: null, value };
    this.refusal = null;
    if (value.more && !value.refused) this.#offer(this.entry, [...chosenIn(choices), value.value]);
    this.#show();
  }

  /** What was typed for an argument that is given in one's own words, or as `choices.typed` says. */
  async say(words: string): Promise<void> {
    const { entry, being, choices } = this;
    if (!entry || being === null || !choices) return;
    const chosen = chosenIn(choices);
    this.refusal = null;
    if (!choices.typed) {
      if (choices.free) this.#offer(entry, [...chosen, words]);
      return;
    }
    try {
      const { value } = await this.table.look("read", { being, action: entry.action, words, chosen });
      if (this.choices === choices) this.#offer(entry, [...chosen, value]);
    } catch (fault) {
      this.refusal = { reason: (fault as Error).message, rule: "" };
    }
  }

  /** Is there an argument to go back to? */
  get canBack(): boolean {
    return this.steps.some((step, at) => at < this.steps.length - 1 && (step.values?.length ?? 0) > 1);
  }

  /** Back to one argument of those before, to choose it anew. */
  backTo(at: number): void {
    if (at < 0 || at >= this.steps.length) return;
    this.#looks.drop("choices");
    this.steps = this.steps.slice(0, at + 1);
    this.#kept = this.#hover = null;
    this.refusal = null;
    this.#show();
  }

  /** Back to the last argument where there was something to choose. */
  back(): void {
    const at = this.steps.findLastIndex((step, at) => at < this.steps.length - 1 && (step.values?.length ?? 0) > 1);
    if (at < 0) {
      this.clear();
      return;
    }
    this.backTo(at);
  }

  /** Asks the machine what it would do; that can be done by a commit then. */
  suggest(): void {
    const being = this.being;
    if (being === null) return;
    this.clear();
    this.#looks.ask(
      "suggest",
      { being },
      (plan) => {
        this.plan = plan;
        this.#show();
      },
      (fault) => {
        this.refusal = { reason: fault.message, rule: "" };
      },
    );
  }

  /** Nothing is about to be done. */
  clear(): void {
    this.entry = null;
    this.steps = [];
    this.#hover = this.#kept = this.pointed = null;
    this.refusal = null;
    this.asked = false;
    this.plan = null;
    this.#wanted = null;
    this.#looks.drop("choices");
    this.#looks.drop("suggest");
    this.#show();
  }

  // ---------------------------------------------------------------- pointing

  /** Something of the board is pointed at, or nothing any more. */
  point(spot: Spot | null): void {
    if (sameSpot(spot, this.pointed)) return;
    this.pointed = spot;
    this.#hover = spot === null || sameSpot(spot, this.kept) ? null : this.#previewOf(spot);
    this.#show();
  }

  /** A value of a list is pointed at, or none any more. */
  pointAt(value: Choosable | null): void {
    this.#hover = value === null || value === this.#kept?.value ? null : { spot: null, move: null, value };
    this.#show();
  }

  /** A click, tap or Enter on the board: keeps the preview, or commits what was kept there before. */
  pick(spot: Spot): void {
    this.pointed = spot;
    this.#hover = null;
    if (sameSpot(spot, this.kept)) {
      if (this.deed) void this.commit();
      return;
    }
    if (this.plan && !this.entry) {
      if (Object.values(this.plan.command.args).some((value) => means(value, spot))) return void this.commit();
      this.plan = null;
    }
    const found = this.#stepFor(spot);
    if (found) {
      this.steps = this.steps.slice(0, found.at + 1);
      this.take(found.value, spot);
      return;
    }
    if (this.entry === null && spot.being !== null && this.#takeUp(spot)) return;
    const preview = this.#previewOf(spot);
    if (preview === null && this.entry !== null) {
      this.#wanted = spot; // taken as soon as it can be
      return;
    }
    if (preview === null && spot.being !== null && spot.being !== this.being) this.looked = spot.being;
    this.#kept = preview;
    this.refusal = null;
    this.#show();
  }

  /** Without an action, a tap on one's own being acts with it, and one on another aims the first attack at it. */
  #takeUp(spot: Spot): boolean {
    const being = spot.being as string;
    if (being === this.being) return false;
    if (this.table.document?.offers?.[being]) {
      this.actAs(being);
      return true;
    }
    const attack = this.entries.find((entry) => entry.group === "attack" && !entry.refused && !entry.command);
    if (!attack || !this.#stands(being) || this.#sideOf(being) === this.#sideOf(this.being)) return false;
    this.choose(attack);
    this.#wanted = spot;
    return true;
  }

  #stands(being: string): boolean {
    return this.table.document?.beings[being]?.fate === "up";
  }

  #sideOf(being: string | null): string | undefined {
    return being === null ? undefined : this.table.document?.beings[being]?.side;
  }

  /** A token of one's own is dragged over a place; nowhere: it is let go of. */
  drag(being: string, to: Place | null): void {
    if (being !== this.being && this.table.document?.offers?.[being]) this.actAs(being);
    if (this.entry && !this.#isMove(this.entry)) this.clear();
    this.point(to === null ? null : { place: to, being: null });
  }

  /** It was dropped there: done as soon as the way is known, if it leads there. */
  async drop(being: string, to: Place | null): Promise<void> {
    this.drag(being, to);
    if (to === null || being !== this.being) return;
    const path = await this.table.look("path", { being, to }).catch(() => null);
    if (path === null || !same(this.preview?.move ?? null, to)) return;
    this.path = path;
    this.#kept = this.#hover ?? this.#kept;
    this.#hover = null;
    if (this.deed) await this.commit();
  }

  /** What a spot would mean now; null where it means nothing. */
  #previewOf(spot: Spot): Preview | null {
    const found = this.#stepFor(spot);
    if (found) return { spot, move: null, value: found.value };
    const deed = this.entry && this.deed; // with all chosen that there was to choose, its target is the deed itself
    if (deed && this.#kept && Object.values(deed.args).some((value) => means(value, spot))) return { ...this.#kept, spot };
    const free = this.moving && this.being !== null && (spot.being === null || !this.#stands(spot.being));
    return free && spot.place !== null ? { spot, move: spot.place, value: null } : null;
  }

  /** The last argument for which this spot can be chosen. */
  #stepFor(spot: Spot): { at: number; value: Choosable } | null {
    for (let at = this.steps.length - 1; at >= 0; at--) {
      const values = this.steps[at]?.values ?? [];
      const value = values.find((one) => one.value === spot.being) ?? values.find((one) => means(one.value, spot));
      if (value) return { at, value };
    }
    return null;
  }

  // ---------------------------------------------------------------- doing

  /** Does what is previewed. */
  async commit(how: { force?: boolean; waive?: boolean } = {}): Promise<void> {
    const deed = how.force ? this.forcible : this.deed;
    if (deed === null || this.busy) return;
    this.busy = true;
    this.refusal = null;
    try {
      const result = (await this.table.do("command", { ...deed, ...how })) as { asked?: string } | null;
      this.clear();
      this.asked = Boolean(result?.asked);
    } catch (fault) {
      this.refusal = fault instanceof Refusal ? { reason: fault.reason, rule: fault.rule } : { reason: (fault as Error).message, rule: "" };
    } finally {
      this.busy = false;
    }
  }

  // ---------------------------------------------------------------- asking

  /** Looks up what the preview comes to. */
  #show(): void {
    const { being, preview } = this;
    this.#findPath(being, preview?.move ?? null);
    this.#findSight(being, (this.pointed ?? preview?.spot)?.being ?? null);
    this.#findOdds();
  }

  #findPath(being: string | null, to: Place | null): void {
    if (being === null || to === null) {
      this.path = null;
      this.#looks.drop("path");
      return;
    }
    if (this.path && same(this.path.to, to) && this.path.being === being) return;
    this.path = null;
    this.#looks.ask("path", { being, to }, (path) => {
      this.path = path;
      this.#findOdds();
    });
  }

  #findSight(one: string | null, other: string | null): void {
    if (one === null || other === null || one === other) {
      this.sight = null;
      this.#looks.drop("sight");
      return;
    }
    if (this.sight?.one === one && this.sight.other === other) return;
    this.sight = null;
    this.#looks.ask("sight", { one, other }, (sight) => {
      this.sight = sight;
    });
  }

  #findOdds(): void {
    const goes = this.preview?.move != null;
    const deed = goes && !this.move?.draws?.length ? null : this.deed; // a way that nobody reacts to needs no odds
    if (deed === null || this.table.document?.table.settings.odds === "off") {
      this.odds = null;
      this.asking = false;
      this.#looks.drop("odds");
      return;
    }
    const fields = { actor: deed.actor, name: deed.name, args: deed.args, provoked: goes || this.provoked };
    const kept = this.#looks.kept("odds", fields);
    if (kept !== undefined) {
      this.odds = kept;
      this.asking = false;
    } else this.asking = true; // what stood there stays until the answer comes: nothing flickers
    this.#looks.ask(
      "odds",
      fields,
      (odds) => {
        this.odds = odds;
        this.asking = false;
      },
      () => {
        this.odds = null;
        this.asking = false;
      },
    );
  }

  /** With Reactions or without. */
  provoke(all: boolean): void {
    this.provoked = all;
    this.#findOdds();
  }

  /** What may be chosen after these arguments. Where there is but one thing, it is chosen. */
  #offer(entry: Entry, chosen: unknown[]): void {
    const being = this.being;
    if (being === null) return;
    const all = chosen.length ? chosen : entry.fixed;
    this.#looks.ask(
      "choices",
      { being, action: entry.action, chosen: all },
      (choices) => {
        if (!sameEntry(entry, this.entry)) return;
        const told = entry.among && choices.values && all.length === 0 ? { ...choices, values: choices.values.filter((one) => entry.among?.some((value) => same(value, one.value))) } : choices;
        const before = this.steps.filter((step) => chosenIn(step).length < all.length);
        this.steps = [...before, told];
        const wanted = this.#wanted;
        const there = wanted && told.values?.find((one) => means(one.value, wanted));
        const only = told.values?.length === 1 && !told.optional && !told.values[0]?.refused ? told.values[0] : undefined;
        if (there) {
          this.#wanted = null;
          this.take(there, wanted);
        } else if (only) this.take(only);
        else this.#show();
      },
      (fault) => {
        this.refusal = { reason: fault.message, rule: "" };
      },
    );
  }

  /** How far `being` can move, and what there is to know about it. */
  #lookAround(): void {
    const being = this.being;
    const board = this.table.document?.board;
    if (this.sheet?.being !== being) this.sheet = null;
    if (being !== null)
      this.#looks.ask("sheet", { being }, (sheet) => {
        this.sheet = sheet;
      });
    if (being === null || !board || !this.entries.some((entry) => this.#isMove(entry) && !entry.refused)) {
      this.reach = null;
      this.#looks.drop("reach");
      return;
    }
    this.#looks.ask("reach", { being }, (reach) => {
      this.reach = reach;
    });
  }

  /** The table has changed: what was known is asked again, and what cannot be done any more is not aimed at. */
  #heard(document: Document, before: Document | null): void {
    if (before !== null && !PARTS.some((part) => document[part] !== before[part])) return;
    this.#looks.forget();
    this.path = this.sight = null;
    if (document.turn?.of !== before?.turn?.of) this.looked = null;
    const being = whoActs(document, this.being, before);
    if (being !== this.being) {
      this.being = being;
      this.reach = null;
      this.clear();
    } else if (this.entry !== null) this.#again(this.entry);
    else {
      this.refusal = this.plan = null;
      this.#hover = this.#kept = null;
      this.#show();
    }
    this.#lookAround();
  }

  /** The same action in the new situation, as far as it is still there; its arguments are chosen anew. */
  #again(entry: Entry): void {
    const still = this.entries.find((one) => sameEntry(one, entry));
    this.clear();
    if (still && !still.refused && !still.command) this.choose(still);
  }
}

const PARTS = ["scene", "board", "beings", "turn", "offers", "question", "faces"] as const;

export function sameEntry(one: Entry | null, other: Entry | null): boolean {
  return one !== null && other !== null && one.action === other.action && same(one.fixed, other.fixed) && same(one.among ?? [], other.among ?? []);
}

function chosenIn(choices: ChoicesTold): unknown[] {
  return choices.chosen.map((one) => one.value);
}

/** Who would act: whose turn it is, if that is one's own; else whoever was chosen, else the first who may. */
export function whoActs(document: Document, now: string | null, before: Document | null): string | null {
  const offers = document.offers;
  if (!offers) return null;
  const turn = document.turn?.of ?? "";
  const began = turn !== (before?.turn?.of ?? "");
  if (turn in offers && (began || now === null || !(now in offers))) return turn;
  if (now !== null && now in offers) return now;
  const first = Object.entries(offers).find(([, offered]) => offered.acts) ?? Object.entries(offers)[0];
  return first?.[0] ?? null;
}
