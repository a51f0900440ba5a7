/** The words of boards of rooms and zones, as they are drawn in the workshop. */

import { listed } from "./listed";

const some = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

/** What a place of the board is called in each game. */
const noun = (game: string) => (game === "navyblue" ? "room" : "zone");
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

export const zones = {
  board: "The board",
  spots: (game: string) => `${capital(noun(game))}s and free spots`,
  tools: "Tools",
  toolNames: { room: "Room", way: "Way", door: "Door", paint: "Paint", name: "Name", move: "Move", copy: "Copy", erase: "Erase" } as Record<string, string>,
  room: (game: string) => capital(noun(game)),
  fresh: (game: string) => `New ${noun(game)}`,
  plate: (game: string, rooms: number, metres: number) => `${some(rooms, noun(game), `${noun(game)}s`)}, a ${noun(game)} is ${metres} m across`,
  empty: "Draw, or drop a map here",
  joinedAll: (game: string) => `${capital(noun(game))}s side by side are joined, unless you close the side between them.`,
  // what lies between two
  between: { way: "A way", door: "Door", wall: "A wall", link: "A way from afar", none: "Nothing" } as Record<string, string>,
  closed: "Closed",
  betweenOf: (one: string, other: string) => `between ${one} and ${other}`,
  turnsTo: { way: "a way here", door: "a door here", wall: "a wall here", link: "a way from afar", none: "no way" } as Record<string, string>,
  closedTo: "closed here",
  is: "What it is",
  takeAway: "Take it away",
  // a room
  called: "Name",
  nameOf: (name: string) => `Name of ${name}`,
  what: "What is there",
  nothing: "nothing",
  ways: "Ways",
  noWays: "No way leads here.",
  wayTo: (name: string) => `to ${name}`,
  // the list
  rooms: (game: string) => `${capital(noun(game))}s`,
  listNote: "what is there",
  // free spots
  free: (beside: readonly string[]) => (beside.length ? `free spot beside ${listed(beside)}` : "free spot"),
  sharesWith: (game: string, names: readonly string[]) => (names.length ? `${game === "navyblue" ? "shares a wall" : "lies beside"}${game === "navyblue" ? " with" : ""} ${listed(names)}` : "lies alone"),
  // what was done: the strip and what is spoken
  drew: (name: string) => name,
  drewMany: (game: string, count: number) => some(count, noun(game), `${noun(game)}s`),
  movedName: "Moved",
  copiedName: "Copied",
  namedName: "Named",
  tookName: "Taken away",
  said: (name: string, what: string) => `${name}: ${what}.`,
  chosen: (name: string) => `${name}, chosen.`,
  drawnAt: (name: string) => `${name} drawn.`,
  movedTo: (name: string) => `${name} moved.`,
  took: (name: string) => `${name} taken away.`,
  from: (name: string) => `From ${name}: to which one?`,
  noLink: "This game knows no way between zones that do not lie side by side.",
  lastRoom: (game: string) => `A board has at least one ${noun(game)}.`,
  noPass: "Nobody passes here: open the side first.",
  here: (name: string) => `in ${name}`,
  inMany: (game: string, count: number) => `in ${some(count, noun(game), `${noun(game)}s`)}`,
  // keys
  hints: (game: string, doors: boolean): [string, string][] => [
    ["Click", `draws a ${noun(game)}`],
    ["Drag", "moves it"],
    ["Click a side", doors ? "way, door, wall" : "open, closed"],
    ["Double click", "renames"],
    ["Right button", "takes away"],
  ],
  keys: (game: string): [string, string][] => [
    ["Arrows", `to the next ${noun(game)} or free spot`],
    ["Enter", `draws a ${noun(game)}, or does what the tool does`],
    ["Shift and arrows", "turns the side there: way, door, wall"],
    ["Ctrl and arrows", `moves the ${noun(game)}`],
    ["F2", "renames"],
    ["Backspace", "takes away"],
    ["Ctrl Z, Ctrl Shift Z", "undo, redo"],
    ["Letters and digits", "tools, and what you paint"],
    ["Space", "moves the sheet while it is held"],
    ["Escape", "lets go"],
  ],
  // as the rules see it
  looks: { light: "Light", ways: "Ways", reach: "Motion", off: "Off" } as Record<string, string>,
  reach: "Reach", // where a game does not call it Motion
  fromRoom: "From",
  to: "To",
  stands: "Stands in",
  anybody: "Anybody",
  plainWay: "nothing in the way",
  wayOf: (names: readonly string[]) => names.join(" → "),
};
