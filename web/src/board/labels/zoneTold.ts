import type { Zones } from "../../protocol/types";
import { words } from "../../words";

/** What is to be known of a zone, line by line. */
export function zoneTold(board: Zones, zone: string): { words: string; bad: boolean }[] {
  const own = board.hazards.filter(({ zones }) => zones.length === 1 && zones[0] === zone);
  return [
    ...(board.zones[zone]!.cover ? [{ words: words.board.covers, bad: false }] : []),
    ...own.map((hazard) => ({ words: hazard.words, bad: true })),
    ...(board.marks[zone] ?? []).filter(({ kind }) => kind !== "way").map(({ words }) => ({ words, bad: false })),
  ];
}
