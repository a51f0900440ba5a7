/** What was played, for those who were not there: replays, the journal, all of it in numbers. */

const many = (count: number, one: string, more = `${one}s`) => `${count} ${count === 1 ? one : more}`;

export const replay = {
  title: "Replay",
  about: "About this replay",
  seenBy: (name: string) => (name ? `As ${name} saw it.` : "As the players saw it."),
  broken: "This replay cannot be read. Ask for it again: part of it may be missing.",
  share: "Share a replay",
  shareWords: "One page that plays by itself, with no server. It tells nothing that could not be seen.",
  by: "Seen by",
  you: "you",
  from: "From",
  scene: "this scene",
  evening: (number: number) => `evening ${number}`,
  all: "all that was played",
  page: "Save the page",
  file: "Save the file",
  fileWords: "The file is for programs and for ludex replay.",
  journal: "Save the journal",
  journalWords: "What happened, told in prose.",
  withNumbers: "with dice and numbers",
  saved: "Saved.",
  numbers: "In numbers",
  showNumbers: "Show it in numbers",
  eveningNumbers: (number: number) => `Evening ${number} in numbers`,
  counted: (scenes: number, evenings: number, deeds: number) => `${many(scenes, "scene")} on ${many(evenings, "evening")}, ${many(deeds, "deed")}.`,
  fights: (fights: number, won: number, lost: number) => {
    if (fights === 1) return won ? "1 fight, won." : lost ? "1 fight, lost." : "1 fight.";
    return fights ? `${many(fights, "fight")}: ${won} won, ${lost} lost.` : "";
  },
  foes: "The other side",
  luckOf: "Dice",
  who: (pool: string) => `Who did what, in ${pool}`,
  mean: (mean: string, dice: number, sides: number) => (dice === 1 ? `${mean} with a d${sides}` : `${mean} on average with ${dice} d${sides}`),
  campaign: "campaign",
  wholeEvening: "evening",
  rules: "Rules that came up",
  times: (count: number) => (count === 1 ? "once" : `${count} times`),
  moreRules: (count: number) => `and ${many(count, "other")}`,
};
