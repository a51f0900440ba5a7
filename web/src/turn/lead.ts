/** Who plays by keyboard is led: from an action to what is to be chosen for it, from there to the deed, and back to the
 * action when it is done or given up. Who has gone elsewhere meanwhile stays there. */

import { placeKey } from "../board/aimed";
import type { Choosable, ChoicesTold, Entry } from "../protocol/types";
import type { Aim } from "./aim.svelte";
import { isMove, sameEntry } from "./preview";
import type { Place } from "./spot";

/** Where the next decision is made: in the list, at a place of the board, at the deed itself, or at the actions again. */
export type Stop = { at: "choices" } | { at: "board"; place: Place | null } | { at: "deed" } | { at: "actions"; of: Entry };
type Led = Pick<Aim, "entry" | "steps" | "choices" | "preview" | "deed" | "hovering" | "busy">;

/** Are these places of a board of cells, which are picked there? */
export function arePlaces(values: readonly Choosable[]): boolean {
  return values.length > 0 && values.every((one) => Array.isArray(one.value));
}

export class Lead {
  #of: Entry | null = null; // the action that was chosen by keyboard
  #steps: readonly ChoicesTold[] | null = null; // what was offered at the last stop
  #value: Choosable | null | undefined; // and what was chosen there, if it was the deed

  /** An action was chosen by keyboard. */
  begin(entry: Entry): void {
    this.#of = entry;
    this.#steps = null;
    this.#value = undefined;
  }

  /** Somebody has taken to the mouse. */
  end(): void {
    this.#of = null;
  }

  /** Where to go now; null: stay. */
  next(aim: Led): Stop | null {
    const { entry, steps, choices, preview, deed, hovering, busy } = aim;
    const of = this.#of;
    if (of === null) return null;
    if (!sameEntry(entry, of)) {
      this.#of = null;
      return { at: "actions", of };
    }
    if (busy) this.#value = undefined; // where it is refused, the deed is come back to
    if (busy || hovering || preview?.spot) return null; // what was picked on the board is confirmed there
    const value = preview?.value ?? null;
    if (deed) {
      if (value === this.#value) return null;
      this.#value = value;
      return { at: "deed" };
    }
    const offered = isMove(of) || choices !== null;
    if (!offered || steps === this.#steps) return null;
    this.#steps = steps;
    this.#value = undefined;
    const values = choices?.values ?? [];
    if (isMove(of)) return { at: "board", place: null };
    return arePlaces(values) ? { at: "board", place: values[0]?.value as Place } : { at: "choices" };
  }
}

const LISTED = "#choices :is(.values, .segment) button";
const OURS = "#choices, #actions, .commit, [data-place], [data-being], #text-view";

/** Takes the focus to a stop, if it is not elsewhere. `own` is where the acting being stands, `back` the action's button. */
export function go(stop: Stop, own: Place | null, back: () => HTMLElement | undefined): void {
  const now = document.activeElement;
  if (now !== null && now !== document.body && !now.closest(OURS)) return;
  if (stop.at === "actions") {
    if (!now?.closest("[data-action]")) (back() ?? onward())?.focus();
  } else if (stop.at === "deed") first(".commit .solid")?.focus();
  else if (stop.at === "choices") first(LISTED, "#choices .field")?.focus();
  else first(`[data-place="${placeKey(stop.place ?? own ?? "")}"]`, "#t-moves + ul button", LISTED)?.focus({ preventScroll: true });
}

/** Where who plays by keys goes on: what they are asked, else the chapter they have
 *  come to, else what they can do, else what stands in its place. */
export function onward(): HTMLElement | null {
  const heading = first("#question", ".told.due button", '[data-action][tabindex="0"]:not([aria-disabled])', "[data-action]:not([aria-disabled])", "#actions", "#ending-title", "h1:not(.ended *)"); // how the fight ended is loaded first
  if (heading?.matches("h1, #ending-title")) heading.tabIndex = -1;
  return heading;
}

/** The first of these that is on the page. */
export function first(...selectors: string[]): HTMLElement | null {
  return selectors.map((one) => document.querySelector<HTMLElement>(one)).find(Boolean) ?? null;
}

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** The arrow keys go from one of these to the next, around the ends. */
export function byArrows(event: KeyboardEvent, every: readonly HTMLElement[]): void {
  const [at, step] = [every.indexOf(event.target as HTMLElement), STEPS[event.key]];
  const to = event.key === "Home" ? 0 : event.key === "End" ? every.length - 1 : step === undefined ? -1 : (at + step + every.length) % every.length;
  if (at < 0 || to < 0) return;
  event.preventDefault();
  every[to]?.focus();
}
