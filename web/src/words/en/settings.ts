/** The settings of a table: what each is called, and what each value means. */

export interface SettingWords {
  name: string;
  about: string;
  values: Record<string, [string, string]>; // what it is called, what it means
}

export const settings: Record<string, SettingWords> = {
  legality: {
    name: "What the rules refuse",
    about: "",
    values: {
      strict: ["is not done", "The reason and the rule are shown; the game master can still force it."],
      ask: ["goes to the game master", "A player's refused action is put before the game master, who allows it or not."],
      free: ["is done anyway", "Everybody may do anything; what the rules say against it stands in the record."],
    },
  },
  pools: {
    name: "What players see of others' pools",
    about: "Health, plating and the like of those who are not their own.",
    values: {
      exact: ["the numbers", "12 of 26"],
      bar: ["a bar", "in tenths, without numbers"],
      words: ["words", "“about half”, “little”"],
      hidden: ["nothing", "only what the eye sees"],
    },
  },
  odds: {
    name: "Odds",
    about: "The exact chances before somebody decides.",
    values: {
      exact: ["with everything that is so", "also with numbers that the player does not see"],
      known: ["with what the player knows", "unknown numbers are taken as they look"],
      off: ["none", "nobody is told any chances"],
    },
  },
  suggestions: {
    name: "Suggestions",
    about: "Players may ask what the machine would do, and why.",
    values: { true: ["on", ""], false: ["off", ""] },
  },
  making: {
    name: "What players make characters of",
    about: "Also what they learn and buy between scenes.",
    values: {
      book: ["what is in the book", "Nothing of your packs and content files is shown to them."],
      table: ["and what this table has added", "Also what stands in your packs and content files."],
    },
  },
  lab: {
    name: "The lab",
    about: "Players may have the fight on the table simulated, as far as they know it.",
    values: { true: ["for players too", ""], false: ["for the game master", ""] },
  },
  branches: {
    name: "What if?",
    about: "Players may go on from any moment that is over, at a table of their own or in the lab, as far as they knew it.",
    values: { true: ["for players too", ""], false: ["for the game master", ""] },
  },
  drawing: {
    name: "Drawing on the board",
    about: "A pen, arrows and words on the board, until they are wiped.",
    values: { true: ["for players too", ""], false: ["for the game master", ""] },
  },
  spectators: {
    name: "Spectators",
    about: "Seats for people, or a TV, who only watch.",
    values: { true: ["may come", ""], false: ["none", ""] },
  },
  dice: {
    name: "Dice",
    about: "",
    values: {
      sealed: ["thrown by the table", "Sealed before the evening: afterwards everybody can recompute each roll."],
      typed: ["real ones, typed in", "You throw on the real table and type the faces."],
    },
  },
  pause: { name: "Pause before the machine acts", about: "In seconds, so that everybody can follow.", values: {} },
  deputy: { name: "Deputy", about: "After so many seconds the machine decides for whoever the table waits for; 0: never.", values: {} },
};
