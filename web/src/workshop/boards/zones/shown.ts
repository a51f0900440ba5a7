/** The board as it is drawn before the server has answered: rooms and ways as they are now, all else as it was told. */

import type { Zones } from "../../../protocol/types";
import type { Plan, Way } from "../plan";
import { aWay, has, paintsOn } from "./paints";
import { DOOR, LINK, links, roomById, sides, WALL } from "./ways";

const PLAIN = { look: "", furniture: "", floor: "", shape: "", cover: false, seen: true };

export function shownOf(plan: Plan, told: Zones | null, metres: number): Zones {
  const neighbours = sides(plan);
  const walls = neighbours.filter(([one, other]) => has(plan, aWay(one, other), WALL));
  const shut = plan.drawn.filter((drawn) => drawn.paint === DOOR && drawn.values["state"] !== "open").flatMap((drawn) => drawn.ways);
  const known = (id: string) => roomById(plan, id) !== undefined;
  const zones = plan.rooms.map(({ id, name, at }) => {
    const before = told?.zones[id];
    return [id, { ...(before?.name === name ? before : { ...PLAIN, cover: before?.cover ?? false }), name, at: [...at], seen: true }];
  });
  return {
    kind: "zones",
    metres,
    diagonal: told?.diagonal ?? false,
    by_steps: told?.by_steps ?? true,
    zones: Object.fromEntries(zones),
    joins: pairs(neighbours.filter((side) => !walls.includes(side))),
    closed: pairs(walls),
    links: pairs(links(plan)),
    shut: pairs(shut),
    marks: Object.fromEntries(Object.entries(told?.marks ?? {}).filter(([id]) => known(id))),
    lights: (told?.lights ?? []).filter(([id]) => known(id)),
    bearers: told?.bearers ?? [],
    hazards: [...(told?.hazards ?? []).filter(({ zones }) => zones.every(known)).flatMap((hazard) => (hazard.zones.length === 1 ? hazard : crossed(plan, hazard))), ...doorNames(plan)],
    things: [],
  };
}

const pairs = (found: readonly Way[]): [string, string][] => found.map(([one, other]) => [one, other]);

/** A danger for those who go from one to the other, by its name alone, if it is still there. */
function crossed(plan: Plan, hazard: Zones["hazards"][number]): Zones["hazards"] {
  const there = paintsOn(plan, { way: hazard.zones as Way }).map(({ paint }) => paint);
  const left = there.some((paint) => ![WALL, DOOR, LINK].includes(paint)) && !there.includes(WALL);
  return left ? [{ ...hazard, words: hazard.words.replace(/ \(.*\)$/, "") }] : [];
}

/** Doors by their names alone: how they are is drawn. */
function doorNames(plan: Plan): Zones["hazards"] {
  return plan.drawn.filter(({ paint }) => paint === DOOR).flatMap(({ ways, values }) => ways.map((way) => ({ words: String(values["name"] ?? ""), look: "", zones: [...way] })));
}
