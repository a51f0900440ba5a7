/** What the board draws of what somebody is about to do. */

import { priceWords } from "../games/signs";
import type { Aimed, Place, Step, Way } from "../board/aimed";
import type { Harm, MoveInReach } from "../protocol/types";
import { words } from "../words";
import type { Aim } from "./aim.svelte";
import { letterOf } from "./foreseen";
import { isPlace } from "./spot";

export function aimed(aim: Aim): Aimed {
  const preview = aim.preview;
  const open = aim.choices?.values?.filter((one) => !one.refused) ?? [];
  const beings = aim.table.document?.beings ?? {};
  const taken = aim.steps.flatMap((step) => step.chosen.map((one) => one.value));
  const meant = aim.deed && preview?.move == null ? Object.values(aim.deed.args) : [preview?.value?.value];
  const over = aim.table.document?.scene?.over && aim.entry === null; // one goes wherever one likes then: no border says anything
  const isBeing = (value: unknown): value is string => typeof value === "string" && value in beings;
  return {
    actor: aim.being,
    reach: aim.moving && !over ? stepsOf(aim.known.reach?.moves ?? [], aim.entry?.action) : [],
    moving: aim.moving ? (aim.entry?.action ?? "") : "",
    way: wayOf(aim),
    targets: [...new Set([...taken, ...meant].filter(isBeing).filter((who) => who !== aim.being))],
    may: open.map((one) => one.value).filter(isBeing),
    places: open.map((one) => one.value).filter((value): value is Place => isPlace(value) && !isBeing(value)),
    area: aim.known.area.length ? { places: aim.known.area } : null,
    sight: aim.known.sight,
    odds: overHeads(aim),
    pushes: aim.deed && preview?.move == null ? (aim.known.odds?.moved ?? []) : [],
  };
}

/** Where one can go, by the way of moving that was chosen or by any, each place once. */
export function stepsOf(moves: MoveInReach[], action: string | undefined): Step[] {
  const found = new Map<string, Step>();
  for (const move of moves.filter((one) => action === undefined || one.action === action))
    for (const place of move.places) if (!found.has(String(place.at))) found.set(String(place.at), place);
  return [...found.values()];
}

/** Over the heads of all whom the deed may touch: how likely. */
function overHeads(aim: Aim): Record<string, string> {
  const { deed } = aim;
  const { odds } = aim.known;
  if (!odds || !deed || aim.preview?.move != null) return {};
  const found = odds.harms;
  const first = odds.chances[0]; // that of the one throw, where there is but one target
  const value = (harm: Harm) => (found.length === 1 && first ? first.value : harm.touched.value);
  const letter = (at: number) => (found.length > 1 ? `${letterOf(at)} ` : ""); // by which the card lists them
  return Object.fromEntries(found.map((harm, at) => ({ harm, at })).filter(({ harm }) => value(harm) < 0.9995).map(({ harm, at }) => [harm.being, `${letter(at)}${words.turn.chance(value(harm))}`]));
}

function wayOf(aim: Aim): Way | null {
  const { move } = aim;
  const { path } = aim.known;
  if (aim.preview === null && aim.entry === null && aim.plan) return planned(aim.plan.command.args);
  if (aim.preview?.move == null || path === null) return null;
  return {
    path: move?.path ?? path.way?.path ?? [],
    cost: priceWords(move?.price ?? []),
    draws: move?.draws ?? [],
    warning: move?.warning ?? "",
    refused: move?.refused ?? null,
  };
}

/** The way that the machine would go. */
function planned(args: Record<string, unknown>): Way | null {
  const path = Object.values(args).find((value): value is Place[] => Array.isArray(value) && value.length > 0 && value.every((step) => Array.isArray(step)));
  return path ? { path, cost: "" } : null;
}
