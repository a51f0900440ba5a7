import { some } from "./count";

const HARD = { easy: "easy", fair: "fair", hard: "hard", deadly: "deadly" };

export const adventure = {
  adventure: "Adventure",
  area: "The adventure",
  chapter: (number: number) => `Chapter ${number}`,
  chapters: "All chapters",
  chaptersWords: "You may go to any of them, also back.",
  begun: "played",
  now: "now",
  goTo: "Go there",
  beginIt: "Begin the adventure",
  fight: (how: keyof typeof HARD) => `Its fight is ${HARD[how]}.`,

  readAloud: "Read aloud",
  tell: "Show these words to the players",
  told: "The players can read it.",
  know: "For you alone",
  handouts: "To hand out",
  show: "Show it to all",
  hide: "Take it back",
  shownToAll: "Everybody has it.",
  shownToSome: (count: number) => `${some(count, "player has", "players have")} it.`,
  noHandout: "It is gone from the table.",

  first: "On the way",
  then: "Afterwards",
  byStep: (what: string) => `${what[0]?.toUpperCase() ?? ""}${what.slice(1)}, step by step`,
  take: (what: string) => `Take ${/^[aeiou]/i.test(what) ? "an" : "a"} ${what}`,
  travel: (what: string) => `Set out: ${what}`,
  play: (scene: string) => `Begin: ${scene}`,
  playAgain: (scene: string) => `Begin once more: ${scene}`,
  onBoard: "Its scene is on the table.",
  goOn: "Go on with the adventure",
  where: "Where does it go on?",
  whenWon: "if they won",
  whenLost: "if they lost",
  playFirst: "First play the scene. Then you choose where it goes on.",
  end: "Here the adventure ends.",
  back: (title: string) => `Back to “${title}”`,

  offer: (least: number, most: number) => (least === most ? `An adventure for ${least}` : `An adventure for ${least} to ${most}`),
  length: (count: number) => some(count, "chapter"),
  playIt: (names: string[], title: string) => `Go on ${title} as ${names.join(" and ")}`,
};
