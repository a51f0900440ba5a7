import type { Zones } from "../../protocol/types";
import { words } from "../../words";

interface Told {
  words: string;
  bad: boolean;
}

/** What a zone is like, line by line. */
export function zoneIs(board: Zones, zone: string): Told[] {
  const own = board.hazards.filter(({ zones }) => zones.length === 1 && zones[0] === zone);
  return [...(board.zones[zone]!.cover ? [{ words: words.board.covers, bad: false }] : []), ...own.map((hazard) => ({ words: hazard.words, bad: true }))];
}

/** All that is to be known of it: with what comes and goes there in play. */
export function zoneTold(board: Zones, zone: string): Told[] {
  return [
    ...zoneIs(board, zone),
    ...(board.marks[zone] ?? []).filter(({ kind }) => kind !== "way").map(({ words }) => ({ words, bad: false })),
  ];
}
