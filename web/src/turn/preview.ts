/** What would be done, out of what was chosen and what is pointed at: plain functions of what the server has told. */

import type { Against, ChoicesTold, Choosable, Deed, Document, Entry, MoveTold, PaidShown, PathTold, Suggested } from "../protocol/types";
import { words } from "../words";
import { means, type Place, same, type Spot } from "./spot";

/** A move to a place, or a value of the argument that is open. */
export interface Preview {
  spot: Spot | null;
  move: Place | null;
  value: Choosable | null;
}

export function sameEntry(one: Entry | null, other: Entry | null): boolean {
  return one !== null && other !== null && one.action === other.action && same(one.fixed, other.fixed) && same(one.among ?? [], other.among ?? []);
}

/** Is it a move to a place that is to be picked? */
export function isMove(entry: Entry): boolean {
  return entry.group === "move" && entry.args.length > 0 && entry.fixed.length === 0;
}

const AREAS: Entry["group"][] = ["attack", "skill", "activity"];

/** Is it an action that may be about an area? */
export function mayBeArea(entry: Entry): boolean {
  return AREAS.includes(entry.group);
}

/** Is the board for moving: no action chosen, or one that is a move? */
export function movesNow(entry: Entry | null): boolean {
  return entry === null || isMove(entry);
}

export function chosenIn(choices: ChoicesTold): unknown[] {
  return choices.chosen.map((one) => one.value);
}

/** What is offered for an argument, of an entry that stands for some of its values only those. */
export function offeredTo(entry: Entry, choices: ChoicesTold): ChoicesTold {
  const { among } = entry;
  if (!among || !choices.values || choices.chosen.length) return choices;
  return { ...choices, values: choices.values.filter((one) => among.some((value) => same(value, one.value))) };
}

/** Does a value, such as a direction, cover what is pointed at? */
function covers({ covers = [] }: Choosable, { place }: Spot): boolean {
  return place !== null && covers.some((one) => same(one, place));
}

/** The last argument for which a spot can be chosen. */
export function stepFor(steps: readonly ChoicesTold[], spot: Spot): { at: number; value: Choosable } | null {
  for (let at = steps.length - 1; at >= 0; at--) {
    const values = steps[at]?.values ?? [];
    const value = values.find((one) => one.value === spot.being) ?? values.find((one) => means(one.value, spot)) ?? values.find((one) => covers(one, spot));
    if (value) return { at, value };
  }
  return null;
}

/** The arguments up to a spot that is not among what is offered, though others of its kind are. */
export function meantBy(steps: readonly ChoicesTold[], spot: Spot, beings: Document["beings"]): unknown[] | null {
  const isCell = (value: unknown): boolean => Array.isArray(value) && value.length === 2 && typeof value[0] === "number";
  for (const step of steps.toReversed()) {
    const values = (step.values ?? []).map((one) => one.value);
    if (spot.being !== null && values.some((value) => typeof value === "string" && value in beings)) return [...chosenIn(step), spot.being];
    if (isCell(spot.place) && values.some(isCell)) return [...chosenIn(step), spot.place];
  }
  return null;
}

/** What is refused, whatever is chosen further, with the reason; nothing where it may be done. */
export function whyNot(told: ChoicesTold): ChoicesTold | null {
  const values = told.values ?? [];
  const refused = told.refused ?? (values.every((one) => one.refused) ? values[0]?.refused : null);
  return refused ? { ...told, refused } : null;
}

/** The one thing that may be chosen; nothing where there are more, another may be typed, or it may be left. */
export function onlyIn(choices: ChoicesTold): Choosable | undefined {
  const [first, ...others] = (choices.values ?? []).filter((one) => !one.refused);
  return first && !others.length && (!choices.optional || first.value === null) && !choices.typed ? first : undefined;
}

const AIMED: Entry["group"][] = ["attack", "skill"];

/** Where somebody is to be chosen, who stands nearest, so that odds are seen at once: another can be chosen instead. No
    enemy who has fallen already: few mean to strike at them. */
export function nearestIn(choices: ChoicesTold, entry: Entry, by: string, beings: Document["beings"]): Choosable | undefined {
  const own = beings[by]?.side;
  const fallen = (one: Choosable): boolean => {
    const who = typeof one.value === "string" ? beings[one.value] : undefined;
    return who !== undefined && who.side !== own && who.fate !== "up";
  };
  const open = (choices.values ?? []).filter((one) => !one.refused && !fallen(one));
  if (!AIMED.includes(entry.group) || choices.optional || !open.every((one) => typeof one.value === "string" && one.value in beings)) return undefined;
  const far = (one: Choosable) => apart(beings[by]?.at, beings[one.value as string]?.at);
  return open.reduce<Choosable | undefined>((best, one) => (best && far(best) <= far(one) ? best : one), undefined);
}

/** How far apart they are drawn. */
function apart(one: unknown, other: unknown): number {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other ? 0 : 1;
  return Math.hypot(one[0] - other[0] + (one[1] - other[1]) / 2, one[1] - other[1]);
}

/** What may be chosen now; null where nothing is left to choose. */
export function openIn(steps: readonly ChoicesTold[]): ChoicesTold | null {
  const last = steps.at(-1) ?? null;
  return last?.arg == null ? null : last;
}

/** The last argument before the open one where there was something to choose; -1 where there was none. */
export function choiceBefore(steps: readonly ChoicesTold[]): number {
  return steps.findLastIndex((step, at) => at < steps.length - 1 && (step.values?.length ?? 0) > 1);
}

/** The first attack that can be aimed at somebody: one of another side who stands. Where it can be made with several
 * weapons, none of them yet: some may not reach so far. */
export function attackOn(who: string, by: string | null, entries: readonly Entry[], beings: Document["beings"]): Entry | undefined {
  const stands = beings[who]?.fate === "up" && beings[who]?.side !== beings[by ?? ""]?.side;
  const open = stands ? entries.filter((entry) => entry.group === "attack" && !entry.refused && !entry.command) : [];
  const [first] = open;
  const alike = open.filter((entry) => entry.action === first?.action && entry.fixed.length);
  return first && alike.length > 1 ? { ...first, fixed: [] } : first;
}

/** Of cards for one action, the first with which it may be done to whom it is aimed at: the others stand in the bar. */
export function firstFor(entry: Entry, choices: ChoicesTold, entries: readonly Entry[]): Choosable | undefined {
  return (choices.values ?? []).find((one) => !one.refused && entryFor(entry.action, [...chosenIn(choices), one.value], entries));
}

/** The entry of the bar that stands for an action with these first arguments. */
export function entryFor(action: string, chosen: readonly unknown[], entries: readonly Entry[]): Entry | undefined {
  return entries.find((entry) => entry.action === action && entry.fixed.length > 0 && same(entry.fixed, chosen));
}

// ---------------------------------------------------------------- what it comes to

/** All that counts: the action and its arguments, or what the machine would do; what is previewed; the way that was found. */
interface Considered {
  entry: Entry | null;
  steps: readonly ChoicesTold[];
  preview: Preview | null;
  plan: Suggested | null;
  known: { path: PathTold | null };
}

/** The way of moving that is previewed: that which was chosen, else the first that leads there. */
export function moveOf({ entry, preview, known }: Considered): MoveTold | null {
  const moves = (preview?.move != null && known.path?.moves) || [];
  const ways = entry ? moves.filter((move) => move.action === entry.action) : moves;
  return ways.find((move) => move.command && !move.refused) ?? ways[0] ?? null;
}

/** What a commit would do now. */
export function deedOf(aim: Considered): Deed | null {
  const { entry, preview, plan } = aim;
  const last = aim.steps.at(-1);
  const settled = last && last.arg === null && !last.refused ? (last.command ?? null) : null; // with all arguments chosen
  if (preview?.move != null) {
    const move = moveOf(aim);
    return move && !move.refused ? (move.command ?? null) : null;
  }
  if (preview?.value) return preview.value.refused ? null : (preview.value.command ?? settled);
  return entry?.command ?? settled ?? (entry ? null : (plan?.command ?? null));
}

/** What a spot of the board would mean now; null where it means nothing. `kept` is what the next tap would commit. */
export function previewOf(spot: Spot, aim: Considered, kept: Preview | null, being: string | null, beings: Document["beings"]): Preview | null {
  const found = stepFor(aim.steps, spot);
  if (found) return { spot, move: null, value: found.value };
  const deed = aim.entry && deedOf(aim); // with all chosen that there was to choose, its target is the deed itself
  if (deed && kept && Object.values(deed.args).some((value) => means(value, spot))) return { ...kept, spot };
  const free = movesNow(aim.entry) && being !== null && (spot.being === null || beings[spot.being]?.fate !== "up");
  return free && spot.place !== null ? { spot, move: spot.place, value: null } : null;
}

/** Why what is previewed may not be done. */
export function refusedOf(aim: Considered): Against | null {
  if (aim.preview?.move != null) return moveOf(aim)?.refused ?? null;
  return aim.preview?.value?.refused ?? aim.steps.at(-1)?.refused ?? null;
}

/** What is refused, but could be done all the same by who may force it. */
export function forcibleOf(aim: Considered): Deed | null {
  const command = aim.preview?.move != null ? moveOf(aim)?.command : (aim.preview?.value?.command ?? aim.steps.at(-1)?.command);
  return (deedOf(aim) ?? command) || null;
}

export function priceOf(aim: Considered): readonly PaidShown[] {
  if (aim.preview?.move != null) return moveOf(aim)?.price ?? [];
  const told = [aim.preview?.value?.price, aim.steps.at(-1)?.price, aim.entry?.price];
  return (aim.entry && told.find((price) => price?.length)) || [];
}

const isNone = (value: unknown) => value === null || value === "";

/** The whole deed as a sentence; as long as something of it is missing, what is chosen so far. */
export function wordsOf(aim: Considered, beings: Document["beings"], places: Record<string, { name: string }> = {}): string {
  const { entry, preview, plan } = aim;
  if (preview?.move != null) return goesWords(moveOf(aim), preview.move, places);
  if (!entry) return plan?.words ?? "";
  const last = aim.steps.at(-1);
  const value = preview?.value ?? null;
  const told = value ? value.does : last?.arg === null ? last.words : entry.does;
  if (told && deedOf(aim)) return told;
  const before = last?.chosen ?? [];
  const chosen = before.slice(entry.fixed.length).filter((one) => !isNone(one.value)).map((one) => one.words);
  const pointed = value && !isNone(value.value) && !before.some((one) => same(one.value, value.value)) ? [value.words] : [];
  const label = entry.fixed.length || entry.among ? entry.label : last?.label || entry.label;
  const said = [label, ...chosen, ...pointed];
  const others = Object.values(deedOf(aim)?.args ?? {}).flatMap((one) => (typeof one === "string" && beings[one] ? [beings[one].name] : []));
  return [...said, ...others.filter((name) => !said.includes(name))].join(", ");
}

/** Move 5 m; Move to the Altar. */
function goesWords(move: MoveTold | null, to: Place, places: Record<string, { name: string }>): string {
  if (!move) return "";
  const far = move.price?.find(({ of }) => of !== null);
  const where = typeof to === "string" ? places[to]?.name : undefined;
  return where ? words.turn.movesTo(move.label, where) : far ? words.turn.moves(move.label, far.amount, far.unit) : move.label;
}

// ---------------------------------------------------------------- when the table changes

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

const PARTS = ["scene", "board", "beings", "turn", "offers", "question", "faces"] as const;

/** Has anything changed on which it depends what can be done? */
export function matters(document: Document, before: Document | null): boolean {
  return before === null || PARTS.some((part) => document[part] !== before[part]);
}
