import { listed } from "./listed";

// Apart from those of the game master, which each table loads: only the drawer says these
export const byHand = {
  edit: "Set by hand",
  editWords: "As you rule it. It is written into the record.",
  searchFields: "Search",
  searchSuch: (name: string) => `Search, such as ${name}`,
  noSuchField: "Nothing is called so.",
  noneListed: "none",
  lessOf: "Take away",
  emptied: "Empty it",
  above: (most: number) => `That is above their most of ${most}.`,
  raise: (most: number) => `Set it, and make ${most} the most`,
  only: (most: number) => `Set it to ${most}`,
  onePlaceMore: "One more",
  giveThing: "Choose one more",
  give: "Add",
  noThing: "empty",
  whereabouts: "Who and where",
  sceneNow: (title: string) => `On the table: ${title}.`,
  noSceneNow: "No scene is on the table.",
  seatsFree: (names: string[]) => `${listed(names)} ${names.length === 1 ? "plays" : "play"} nobody yet.`,
  yours: (names: string[]) => `${listed(names)} ${names.length === 1 ? "is" : "are"} yours until somebody comes.`,
  notInScene: (names: string[]) => `Not in this scene: ${listed(names)}.`,
};
