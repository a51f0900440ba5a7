/** What the board draws of what somebody is about to do. */

import type { Aimed, Place, Step, Way } from "../board/aimed";
import type { MoveInReach } from "../protocol/types";
import type { Aim } from "./aim.svelte";

export function aimed(aim: Aim): Aimed {
  const preview = aim.preview;
  const open = aim.choices?.values?.filter((one) => !one.refused) ?? [];
  const beings = aim.table.document?.beings ?? {};
  const taken = aim.steps.flatMap((step) => step.chosen.map((one) => one.value));
  const meant = aim.deed && preview?.move == null ? Object.values(aim.deed.args) : [preview?.value?.value];
  const isBeing = (value: unknown): value is string => typeof value === "string" && value in beings;
  return {
    actor: aim.being,
    reach: aim.moving ? stepsOf(aim.reach?.moves ?? [], aim.entry?.action) : [],
    way: wayOf(aim),
    targets: [...new Set([...taken, ...meant].filter(isBeing).filter((who) => who !== aim.being))],
    may: open.map((one) => one.value).filter(isBeing),
    places: open.map((one) => one.value).filter((value): value is Place => isPlace(value) && !isBeing(value)),
    sight: aim.sight,
  };
}

/** Where one can go, by the way of moving that was chosen or by any, each place once. */
export function stepsOf(moves: MoveInReach[], action: string | undefined): Step[] {
  const found = new Map<string, Step>();
  for (const move of moves.filter((one) => action === undefined || one.action === action))
    for (const place of move.places) if (!found.has(String(place.at))) found.set(String(place.at), place);
  return [...found.values()];
}

function wayOf(aim: Aim): Way | null {
  const { move, path } = aim;
  if (aim.preview?.move == null || path === null) return null;
  return {
    path: move?.path ?? path.way?.path ?? [],
    cost: move?.price ?? "",
    draws: move?.draws ?? [],
    warning: move?.warning ?? "",
    refused: move?.refused ?? null,
  };
}

function isPlace(value: unknown): value is Place {
  return typeof value === "string" || (Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === "number"));
}
