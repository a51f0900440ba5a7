/** A board of zones laid out as places: islands in the sky, or rooms of a plan. The map fills the plate it is given. */
import { isAlly } from "../../look/face";
import type { Zones } from "../../protocol/types";
import { placeKey, type Beings, type Place } from "../aimed";
import type { Box, Point } from "./cells";
import { islandSpots, plainIslands } from "../ground/islands";
import { isUp, type Lay, type Stand } from "./lay";
import { plainRooms, roomSpots } from "../ground/rooms";
import type { Grid, Laid, Room, Sheet, ZoneSpot } from "./zoneSpots";

export interface ZoneWay {
  one: string;
  other: string;
  kind: "join" | "closed" | "link";
  shut: boolean;
  points: Point[]; // from one to the other, as it is drawn
}

export interface ZoneLay extends Lay {
  spots: Record<string, ZoneSpot>;
  ways: ZoneWay[];
  rooms: Record<string, Room>; // where zones are rooms
}

export type SheetLay = ZoneLay & Grid;

const TOKEN = 60; // the room that a token takes
const SMALLEST = 0.62; // of the size of a token, where many stand together
const NARROW = 38; // the room that it takes then

export function isZoneLay(lay: Lay): lay is ZoneLay {
  return "spots" in lay;
}

export function layZones(board: Zones, game: string, aspect: number): ZoneLay {
  return asPlaces(board, game, game === "navyblue" ? roomSpots(board, aspect) : islandSpots(board, aspect));
}

/** On a sheet on which every spot has its place, so that nothing moves when a zone comes or goes. */
export function layOnSheet(board: Zones, game: string, sheet: Sheet, aspect: number): SheetLay {
  const laid = game === "navyblue" ? plainRooms(board, sheet, aspect) : plainIslands(board, sheet, aspect);
  return { ...asPlaces(board, game, laid), ...laid.grid };
}

function asPlaces(board: Zones, game: string, { box, spots, rooms, way }: Laid): ZoneLay {
  const spot = (place: Place) => spots[placeKey(place)];
  const ids = Object.keys(spots).sort((a, b) => byRows(board, a, b));
  const rows = [...new Set(ids.map((id) => board.zones[id]!.at[1]))].map((y) => ids.filter((id) => board.zones[id]!.at[1] === y));
  const beside = neighbours(board);
  return {
    box,
    spots,
    rooms,
    ways: waysOf(board, way),
    unit: TOKEN,
    words: true,
    anchor: game === "navyblue" ? "end" : "start",
    places: ids,
    rows,
    has: (place) => spot(place) !== undefined,
    at: ({ x, y }) => ids.find((id) => within(spots[id]!.box, x, y)) ?? null,
    centre: (place) => spot(place) ?? { x: 0, y: 0 },
    room: (place) => spot(place)?.box ?? { x: 0, y: 0, width: 0, height: 0 },
    note: (place) => spot(place)?.note ?? { x: 0, y: 0 },
    free: (place, stands) => freeIn(spot(place), stands),
    shape: (place) => spot(place)?.outline ?? "",
    region: (places) => places.map((place) => spot(place)?.outline ?? "").join(""),
    step: (place, dx, dy) => next(spots, placeKey(place), dx, dy),
    between: (one, other) => way(placeKey(one), placeKey(other)),
    stands: (beings) => standsIn(spots, beings),
    apart: (one, other) => steps(beside, placeKey(one), placeKey(other)),
  };
}

function byRows(board: Zones, a: string, b: string): number {
  const [one, other] = [board.zones[a]!.at, board.zones[b]!.at];
  return one[1] - other[1] || one[0] - other[0];
}

function within({ x, y, width, height }: Box, px: number, py: number): boolean {
  return px >= x && px <= x + width && py >= y && py <= y + height;
}

function waysOf(board: Zones, way: (one: string, other: string) => Point[]): ZoneWay[] {
  const shut = new Set(board.shut.map(pairKey));
  const of = (pairs: [string, string][], kind: ZoneWay["kind"]) =>
    pairs.map(([one, other]) => ({ one, other, kind, shut: shut.has(pairKey([one, other])), points: way(one, other) }));
  return [...of(board.links, "link"), ...of(board.closed, "closed"), ...of(board.joins, "join")];
}

export function pairKey(pair: readonly string[]): string {
  return [...pair].sort().join(" ");
}

/** All zones that light falls on: from where it is, over open ways, as many zones far as it reaches. */
export function litZones(board: Ways & Pick<Zones, "lights">): string[] {
  return [...new Set(board.lights.flatMap(([zone, far]) => litFrom(board, zone, far)))];
}

type Ways = Pick<Zones, "joins" | "links" | "shut">;

/** The zones that a light reaches which falls so many zones far: through what stands open. */
export function litFrom(board: Ways, zone: string, far: number): string[] {
  const shut = new Set(board.shut.map(pairKey));
  const open = [...board.joins, ...board.links].filter((pair) => !shut.has(pairKey(pair)));
  const here = new Set([zone]);
  let edge = [zone];
  for (let step = 0; step < far && edge.length; step++) {
    edge = edge.flatMap((at) => open.flatMap(([one, other]) => (one === at ? [other] : other === at ? [one] : []))).filter((next) => !here.has(next));
    for (const next of edge) here.add(next);
  }
  return [...here];
}

function neighbours(board: Zones): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [a, b] of [...board.joins, ...board.links]) {
    found.set(a, [...(found.get(a) ?? []), b]);
    found.set(b, [...(found.get(b) ?? []), a]);
  }
  return found;
}

/** How many steps over the map lie between two zones; the game may count otherwise. */
function steps(beside: Map<string, string[]>, from: string, to: string): number | null {
  const far = new Map([[from, 0]]);
  for (const here of far.keys()) {
    if (here === to) return far.get(here)!;
    for (const there of beside.get(here) ?? []) if (!far.has(there)) far.set(there, far.get(here)! + 1);
  }
  return null;
}

/** The nearest zone in a direction of the screen. */
function next(spots: Record<string, ZoneSpot>, from: string, dx: number, dy: number): string | null {
  const here = spots[from];
  if (!here) return null;
  const found = Object.values(spots)
    .map((spot) => ({ spot, on: (spot.x - here.x) * dx + (spot.y - here.y) * dy, off: Math.abs((spot.x - here.x) * dy) + Math.abs((spot.y - here.y) * dx) }))
    .filter(({ spot, on, off }) => spot.id !== from && on > 20 && off < on * 2.2)
    .sort((a, b) => a.on + 1.6 * a.off - (b.on + 1.6 * b.off));
  return found[0]?.spot.id ?? null;
}

// ---------------------------------------------------------------- tokens

function standsIn(spots: Record<string, ZoneSpot>, beings: Beings): Record<string, Stand> {
  const found: Record<string, Stand> = {};
  const there = new Map<string, string[]>();
  for (const [id, being] of Object.entries(beings)) {
    const zones = being.cells.map(placeKey).filter((zone) => zone in spots);
    if (zones.length > 1) found[id] = over(zones.map((zone) => spots[zone]!));
    else if (zones[0]) there.set(zones[0], [...(there.get(zones[0]) ?? []), id]);
  }
  for (const [zone, ids] of there) {
    const spot = spots[zone]!;
    const side = (id: string) => Number(!isAlly(beings[id]!)) + 2 * Number(!isUp(beings[id]!));
    const sorted = [...ids].sort((a, b) => side(a) - side(b));
    const rows = Math.min(spot.rows, Math.ceil((sorted.length * NARROW) / spot.width));
    const pitch = Math.min(spot.pitch * 1.25, (spot.pitch * spot.rows) / rows); // fewer rows stand farther apart
    const perRow = Math.max(1, Math.ceil(sorted.length / rows));
    const gap = Math.min(TOKEN + 14, spot.width / perRow);
    const size = Math.min(1, Math.max(SMALLEST, gap / TOKEN));
    sorted.forEach((id, i) => {
      const row = Math.floor(i / perRow);
      const count = Math.min(perRow, sorted.length - row * perRow);
      found[id] = {
        x: spot.x + ((i % perRow) - (count - 1) / 2) * gap + (row % 2 ? gap / 4 : 0),
        y: spot.y + spot.ground + (row - (spot.centred ? (rows - 1) / 2 : 0)) * pitch * size,
        size,
        shape: "",
      };
    });
  }
  return found;
}

/** The first place in a zone, from its middle outwards, where nobody stands. */
function freeIn(spot: ZoneSpot | undefined, stands: Record<string, Stand>): Point {
  if (!spot) return { x: 0, y: 0 };
  const tries = [0, 1, -1, 2, -2, 3, -3].flatMap((n) => [{ x: spot.x + (n * TOKEN) / 2, y: spot.y + spot.ground }]);
  const inside = tries.filter(({ x }) => Math.abs(x - spot.x) <= spot.width / 2);
  const far = ({ x, y }: Point) => Math.min(...Object.values(stands).map((other) => Math.hypot(other.x - x, other.y - y)), 999);
  return inside.find((at) => far(at) >= 50) ?? inside.reduce((best, at) => (far(at) > far(best) ? at : best), inside[0]!);
}

/** Somebody who fills several zones stands between them. */
function over(zones: ZoneSpot[]): Stand {
  const x = zones.reduce((sum, zone) => sum + zone.x, 0) / zones.length;
  const y = zones.reduce((sum, zone) => sum + zone.y, 0) / zones.length;
  return { x, y: y + 4, size: 2.1, shape: zones.map((zone) => zone.outline).join("") };
}
