/** The legend: only what is really on this board. */
import type { BeingShown } from "../../protocol/types";
import { words as catalogue } from "../../words";
import { spentBeside } from "../../games/signs";
import type { Board, Step } from "../aimed";
import { groundOf } from "../ground/ground";

const words = catalogue.board;

export interface Entry {
  sign: string; // which sign is drawn
  words: string;
}

export function legendOf(game: string, board: Board, beings: BeingShown[], reach: readonly Step[]): Entry[] {
  const found: Entry[] = [];
  const spent = new Set(reach.map(({ price }) => (board.kind === "zones" ? "" : spentBeside(price)))); // on zones stands what each costs
  for (const price of [...spent].sort()) found.push(price ? { sign: "farther", words: words.reachFor(price) } : { sign: "reach", words: words.reach });
  if (board.kind === "zones") {
    if (Object.values(board.zones).some((zone) => zone.cover)) found.push({ sign: "shelter", words: words.covers });
    if (board.hazards.length) found.push({ sign: "danger", words: words.dangerous });
    if (Object.values(board.zones).some((zone) => !zone.seen)) found.push({ sign: "unseen", words: words.unexplored });
  } else {
    const ground = groundOf(board);
    if (board.cover_edges.length) found.push({ sign: "stones", words: words.cover });
    found.push(...ground.lands.map((land) => ({ sign: land.texture, words: land.words })));
    if (ground.perils.length) found.push({ sign: "danger", words: words.dangerous });
    if (ground.slopes.length) found.push({ sign: "height", words: words.height });
    if (ground.pits.length) found.push({ sign: "pit", words: words.pit });
    if (board.walls.length || board.wall_edges.length) found.push({ sign: "wall", words: words.wall });
  }
  const has = (name: string) => beings.some((being) => being.pools.some((pool) => pool.name === name));
  if (game === "bluebox" && has("Plating")) found.push({ sign: "plating", words: words.plating });
  if (game === "crawl" && has("EP")) found.push({ sign: "energy", words: words.energy });
  if (game === "navyblue" && has("Slots")) found.push({ sign: "slots", words: words.slots });
  if (game === "vitality") found.push({ sign: "tier", words: words.tier });
  if (beings.some((being) => being.facing !== null)) found.push({ sign: "facing", words: words.facing });
  return found;
}
