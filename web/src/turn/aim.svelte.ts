/** What somebody is about to do: who acts, the action, its arguments so far, what is pointed at, and what that would come
 * to. Board, action bar, odds card and phone sheet all read and write this one thing. Pointing previews, the first tap
 * keeps the preview, the second commits it. */

import { against } from "../protocol/against";
import type { Table } from "../protocol/table.svelte";
import type { Against, ChoicesTold, Choosable, Deed, Document, Entry, MoveTold, PaidShown, PlanTold, Suggested } from "../protocol/types";
import { Arguments } from "./arguments.svelte";
import { Known } from "./known.svelte";
import { attackOn, chosenIn, deedOf, entryFor, firstFor, forcibleOf, isMove, matters, mayBeArea, meantBy, moveOf, movesNow, nearestIn, onlyIn, type Preview, previewOf, priceOf, refusedOf, sameEntry, stepFor, whoActs, wordsOf } from "./preview";
import { stillTo } from "./offered";
import { means, type Place, same, sameSpot, type Spot } from "./spot";

export type At = Pick<Table, "document" | "look" | "do" | "heard" | "news">;

export class Aim {
  /** Who would act. */
  being = $state<string | null>(null);
  /** Why it was not done. */
  refusal = $state.raw<Against | null>(null);
  /** The game master was asked whether it may be done all the same. */
  asked = $state(false);
  busy = $state(false);
  /** What the machine would do, once it was asked. */
  plan = $state.raw<Suggested | null>(null);
  /** Is that one's own plan, and not the machine's? */
  own = $state(false);
  /** Somebody else whose panel is looked at. */
  looked = $state<string | null>(null);

  /** What was looked up for it. */
  readonly known: Known;
  readonly #arguments: Arguments;
  /** What is pointed at, whether it means anything now or not. */
  pointed = $state.raw<Spot | null>(null);

  #hover = $state.raw<Preview | null>(null);
  #kept = $state.raw<Preview | null>(null);
  /** What was tapped before it could be chosen: taken as soon as it can. */
  #wanted: Spot | null = null;
  /** Where a token was dropped: done as soon as the way is known. */
  #dropped: Place | null = null;
  #stops: (() => void)[];

  constructor(readonly table: At) {
    this.known = new Known(table);
    this.#arguments = new Arguments(this.known.looks, (fault) => this.#refuse(fault));
    this.#stops = [table.heard((document, before) => this.#heard(document, before)), table.news((lines) => lines.length && this.#told())];
    if (table.document) this.#heard(table.document, null);
  }

  close(): void {
    for (const stop of this.#stops) stop();
    this.known.looks.forget();
  }

  // ---------------------------------------------------------------- what it comes to (see preview.ts)

  /** All that `being` may do and may not. */
  get entries(): Entry[] {
    return (this.being !== null && this.table.document?.offers?.[this.being]?.entries) || [];
  }

  /** The action chosen on the bar. */
  get entry(): Entry | null {
    return this.#arguments.entry;
  }

  /** What was offered for each argument so far, and the one that is open last. */
  get steps(): ChoicesTold[] {
    return this.#arguments.steps;
  }

  /** What may be chosen now; null where an action is not chosen, or nothing is left to choose. */
  get choices(): ChoicesTold | null {
    return this.#arguments.open;
  }

  get preview(): Preview | null {
    return this.#hover ?? this.#kept;
  }

  /** Is what is previewed only pointed at, and not chosen yet? */
  get hovering(): boolean {
    return this.#hover !== null;
  }

  /** Is all chosen that the deed needs, whatever is pointed at? */
  get settled(): boolean {
    const { entry, steps, plan, known } = this;
    return deedOf({ entry, steps, plan, known, preview: this.#kept }) !== null;
  }

  /** The spot that the next tap commits. */
  get kept(): Spot | null {
    return this.#kept?.spot ?? null;
  }

  /** Is anything chosen, previewed, refused or looked at that can be let go of? */
  get engaged(): boolean {
    return this.entry !== null || this.plan !== null || this.preview !== null || this.refusal !== null || this.looked !== null;
  }

  get moving(): boolean {
    return movesNow(this.entry);
  }

  get move(): MoveTold | null {
    return moveOf(this);
  }

  get deed(): Deed | null {
    return deedOf(this);
  }

  get words(): string {
    const { beings, board } = this.table.document ?? {};
    return wordsOf(this, beings ?? {}, board?.kind === "zones" ? board.zones : {});
  }

  /** Why what is previewed may not be done. */
  get refused(): Against | null {
    return refusedOf(this);
  }

  /** What is refused, but could be done all the same by who may force it. */
  get forcible(): Deed | null {
    return forcibleOf(this);
  }

  /** What could still be done, if a turn is about to end. */
  get still(): string[] {
    if (this.entry?.group !== "passes" || this.being === null) return [];
    const { reach } = this.known;
    const stuck = reach !== null && reach.being === this.being && !reach.moves.some(({ places }) => places.length);
    return stillTo(this.table.document?.beings[this.being], stuck ? this.entries.filter((entry) => !isMove(entry)) : this.entries);
  }

  get price(): readonly PaidShown[] {
    return priceOf(this);
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

  /** One of one's own beings is tapped: it acts. While it cannot, and another of one's own does, it is only looked at. */
  turnTo(being: string): void {
    if (being !== this.being && this.#acts(this.being) && !this.#acts(being)) this.looked = being;
    else this.actAs(being);
  }

  #acts(being: string | null): boolean {
    return this.table.document?.offers?.[being ?? ""]?.acts ?? false;
  }

  /** Nothing is about to be done any more: whoever of one's own has the turn acts again. */
  leave(): void {
    this.looked = null;
    this.clear();
    const { document } = this.table;
    const acting = document && !this.#acts(this.being) ? whoActs(document, null, null) : null;
    if (this.#acts(acting)) this.actAs(acting as string);
  }

  /** An action of the bar: the first time it is chosen, the second time done if nothing is left to choose. Somebody may
   * have been tapped for it already. */
  choose(entry: Entry, wanted: Spot | null = null): void {
    if (sameEntry(entry, this.entry)) {
      if (entry.command && this.deed) void this.commit();
      else this.clear();
      return;
    }
    const other = entry.group === "attack" && entry.action === this.entry?.action; // with another weapon, at the same one
    const aimed = wanted ?? (other ? this.kept : null);
    this.clear();
    if (entry.refused) {
      this.refusal = entry.refused;
      return;
    }
    this.#arguments.entry = entry;
    this.#wanted = aimed;
    if (entry.command || isMove(entry)) this.#show();
    else this.#offer(entry, []);
    if (entry.group === "passes" && entry.command && !this.still.length) void this.commit(); // there is nothing to think twice about
  }

  /** A value of the argument that is open: kept, and the next argument asked for if there is one. */
  take(value: Choosable, spot: Spot | null = null): void {
    const choices = this.choices;
    if (!this.entry || !choices) return;
    this.#hover = null;
    this.#kept = { spot, move: null, value };
    this.refusal = null;
    const chosen = [...chosenIn(choices), value.value];
    if (!value.refused) this.#arguments.entry = entryFor(this.entry.action, chosen, this.entries) ?? this.entry;
    if (value.more && !value.refused) this.#offer(this.entry, chosen);
    this.#show();
  }

  /** What was typed for an argument that is given in one's own words, or as `choices.typed` says. */
  say(words: string): void {
    const { entry, being } = this;
    if (!entry || being === null) return;
    this.refusal = null;
    this.#arguments.read(being, words, (chosen) => this.#offer(entry, chosen));
  }

  /** Is there an argument to go back to? */
  get canBack(): boolean {
    return this.#arguments.before >= 0;
  }

  /** Back to one argument of those before, to choose it anew. */
  backTo(at: number): void {
    if (!this.#arguments.backTo(at)) return;
    this.#kept = this.#hover = null;
    this.refusal = null;
    this.#show();
  }

  /** Back to the last argument where there was something to choose. */
  back(): void {
    if (this.canBack) this.backTo(this.#arguments.before);
    else this.clear();
  }

  /** Asks the machine what it would do; that can be done by a commit then. */
  suggest(): void {
    const being = this.being;
    if (being === null) return;
    this.clear();
    this.known.looks.ask(
      "suggest",
      { being },
      (plan) => {
        this.plan = plan;
        this.#show();
      },
      this.#refuse,
    );
  }

  /** What was planned before the turn came: that can be done by a commit then. */
  intend(plan: PlanTold): void {
    this.clear();
    this.plan = { command: plan.command, words: plan.words, why: "" };
    this.own = true;
    this.#show();
  }

  /** Something that was meant cannot be done now: it is said why. */
  refuse(why: Against): void {
    this.clear();
    this.refusal = why;
  }

  /** Nothing is about to be done. */
  clear(): void {
    this.#arguments.clear();
    this.#hover = this.#kept = this.pointed = null;
    this.refusal = this.plan = this.#wanted = null;
    this.asked = this.own = false;
    this.known.looks.drop("suggest");
    this.#show();
  }

  #refuse = (fault: unknown): void => void (this.refusal = against(fault));

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

  /** A click, tap or Enter on the board: keeps the preview, or commits what was kept there before. A long press, which is a
   * ping as well, commits nothing. */
  pick(spot: Spot, long = false): void {
    this.pointed = spot;
    this.#hover = null;
    if (sameSpot(spot, this.kept)) {
      if (this.deed && !long) void this.commit();
      return;
    }
    if (this.plan && !this.entry) {
      if (Object.values(this.plan.command.args).some((value) => means(value, spot))) {
        if (!long) void this.commit();
        return;
      }
      this.plan = null;
    }
    const found = stepFor(this.steps, spot);
    if (found) {
      this.#arguments.steps = this.steps.slice(0, found.at + 1);
      this.take(found.value, spot);
      return;
    }
    if (this.entry === null && spot.being !== null && this.#takeUp(spot)) return;
    const preview = this.#previewOf(spot);
    if (preview === null && this.entry !== null) {
      const meant = meantBy(this.steps, spot, this.table.document?.beings ?? {});
      this.refusal = null;
      if (meant) this.#offer(this.entry, meant, true);
      else {
        this.#wanted = spot; // taken as soon as it can be
        if (spot.being !== null && this.choices) this.#offer(this.entry, chosenIn(this.choices)); // with what, for this one?
      }
      return;
    }
    if (preview === null && spot.being !== null && spot.being !== this.being) this.looked = spot.being;
    this.#kept = preview;
    this.refusal = null;
    this.#show();
  }

  /** Without an action, a tap on one's own being acts with it, and one on another aims the first attack at it: also where
   * that is one's own as well, as enemies are the game master's, and it is not their turn. */
  #takeUp(spot: Spot): boolean {
    const being = spot.being as string;
    if (being === this.being) return false;
    const own = this.table.document?.offers?.[being] !== undefined;
    const attack = own && !this.#acts(this.being) ? undefined : attackOn(being, this.being, this.entries, this.table.document?.beings ?? {});
    if (attack && !this.#acts(being)) {
      this.choose(attack, spot);
      return true;
    }
    if (own) this.turnTo(being);
    return own;
  }

  /** A token of one's own is dragged over a place; nowhere: it is let go of. */
  drag(being: string, to: Place | null): void {
    if (being !== this.being && this.table.document?.offers?.[being]) this.turnTo(being);
    if (this.entry && !isMove(this.entry)) this.clear();
    this.point(to === null ? null : { place: to, being: null });
  }

  /** It was dropped there: done as soon as the way is known, if it leads there. */
  drop(being: string, to: Place | null): void {
    this.drag(being, to);
    this.#dropped = being === this.being ? to : null;
    this.#land();
  }

  #land(): void {
    const to = this.#dropped;
    if (to === null || !this.known.path || !same(this.known.path.to, to)) return;
    this.#dropped = null;
    if (!same(this.preview?.move ?? null, to)) return;
    this.#kept = this.preview;
    this.#hover = null;
    if (this.deed) void this.commit();
  }

  #previewOf(spot: Spot): Preview | null {
    return previewOf(spot, this, this.#kept, this.being, this.table.document?.beings ?? {});
  }

  // ---------------------------------------------------------------- doing

  /** Does what is previewed, or the same in another way. */
  async commit(how: { force?: boolean; waive?: boolean } = {}, other: Deed | null = null): Promise<void> {
    const deed = other ?? (how.force ? this.forcible : this.deed);
    const { entry } = this;
    if (deed === null || this.busy) return;
    this.busy = true;
    this.refusal = null;
    try {
      const result = (await this.table.do("command", { ...deed, ...how })) as { asked?: string } | null;
      if (this.entry === null || sameEntry(this.entry, entry)) this.leave(); // else it is about what comes next
      this.asked = Boolean(result?.asked);
    } catch (fault) {
      this.#refuse(fault);
    } finally {
      this.busy = false;
    }
  }

  // ---------------------------------------------------------------- asking

  /** Looks up what the preview comes to. */
  #show(): void {
    const { being, preview } = this;
    const to = preview?.move ?? null;
    if (!same(to, this.#dropped)) this.#dropped = null;
    this.known.findPath(being, to, () => {
      this.#findOdds();
      this.#land();
    });
    this.known.findSight(being, (this.pointed ?? preview?.spot)?.being ?? null);
    this.#findOdds();
  }

  #findOdds(): void {
    const goes = this.preview?.move != null;
    const told = this.table.document?.table.settings.odds !== "off" && !(goes && !this.move?.draws?.length); // a way that nobody reacts to needs no odds
    this.known.findOdds(told ? this.deed : null, goes); // on a way as if everybody took each Reaction
    this.known.findArea(!goes && this.entry && mayBeArea(this.entry) ? this.deed : null);
  }

  /** What may be chosen after these arguments; but one thing is chosen. After one that was not offered: why it may not be. */
  #offer(entry: Entry, chosen: unknown[], unoffered = false): void {
    const being = this.being;
    if (being === null) return;
    this.#arguments.ask(being, entry, chosen, unoffered, this.#wanted?.being ?? "", (told) => {
      if (unoffered) this.#kept = this.#hover = null;
      const [wanted, only] = [this.#wanted, onlyIn(told)];
      const likely = wanted ? undefined : nearestIn(told, entry, being, this.table.document?.beings ?? {});
      const there = wanted && stepFor([told], wanted);
      const first = wanted && !there ? firstFor(entry, told, this.entries) : undefined;
      const meant = wanted && !there && meantBy([told], wanted, this.table.document?.beings ?? {});
      if (there || meant) this.#wanted = null;
      if (there) this.take(there.value, wanted);
      else if (meant) this.#offer(entry, meant, true);
      else if (only ?? first) this.take((only ?? first)!, this.kept); // what was tapped before still stands for it
      else if (likely) this.take(likely);
      else this.#show();
    });
  }

  #lookAround(): void {
    const moves = Boolean(this.table.document?.board) && this.entries.some((entry) => isMove(entry) && !entry.refused);
    this.known.lookAround(this.being, moves);
    const told = this.table.document?.table.settings.odds !== "off";
    this.known.findBar(told && this.#acts(this.being) ? this.being : null);
  }

  /** The table has changed: what was known is asked again, and what cannot be done any more is not aimed at. */
  #heard(document: Document, before: Document | null): void {
    if (!matters(document, before)) return;
    this.known.forget();
    this.#dropped = null;
    if (document.turn?.of !== before?.turn?.of) this.looked = null;
    const being = whoActs(document, this.being, before);
    if (being !== this.being) {
      this.being = being;
      this.known.reach = null;
      this.clear();
    } else if (this.entry !== null) this.#again(this.entry);
    else {
      this.refusal = this.plan = this.#hover = this.#kept = null;
      this.#show();
    }
    this.#lookAround();
  }

  /** The record goes on, perhaps with nothing else to be seen of it: other content has other words. What is aimed at stays. */
  #told(): void {
    this.known.looks.outdate();
    this.#lookAround();
    this.#show();
  }

  /** The same action in the new situation, as far as it is still there; its arguments are chosen anew. */
  #again(entry: Entry): void {
    const still = this.entries.find((one) => sameEntry(one, entry));
    this.clear();
    if (still && !still.refused && !still.command) this.choose(still);
  }
}
