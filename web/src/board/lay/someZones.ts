/** Boards of zones for tests. */

import type { Zones } from "../../protocol/types";

/** Zones of these names in a row, joined as is said. */
export function someZones(names: string[], joins: [string, string][] = []): Zones {
  const zones = Object.fromEntries(names.map((name, at) => [name.toLowerCase(), { name, at: [at, 0], cover: false, seen: true }]));
  return { kind: "zones", metres: 10, zones, joins, links: [], closed: [], shut: [], lights: [], bearers: [], hazards: [], marks: {} } as unknown as Zones;
}
