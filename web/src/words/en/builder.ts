import { numbers } from "./numbers";

const SMALL = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
const spelled = (count: number): string => SMALL[count] ?? String(count);
const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
const unitOf = (amount: number, unit: string): string => (amount === 1 && unit.endsWith("s") ? unit.slice(0, -1) : unit);

export const builder = {
  newCharacter: "A new character",
  make: "Make a character",
  makeOf: (title: string) => `Make a character of ${title}`,
  makeHere: "Make a new character",
  steps: "Steps",
  decided: "decided",
  soFar: (count: number) => `${count} so far`,
  andThen: "And then",
  ends: ["A first fight", "To a table", "Save it as a file", "Print the sheet"],
  goBack: "Go back to any step. What still fits stays, and you are told what falls out.",
  draftKept: "Draft kept",
  onlyYou: "in this browser. Only you see it.",
  yourDrafts: "Your drafts",
  draftsWords: "Kept in this browser, and nowhere else.",
  choices: (count: number) => (count === 1 ? "1 choice" : `${count} choices`),
  openNow: "open now",
  goOnWith: "Go on",
  forget: "Forget it",
  noDrafts: "No draft is kept.",
  another: "Begin another one",
  undo: "Undo",
  toTable: "To the table",

  // a step
  place: (chapter: string, at: number, of: number) => `${chapter}, ${at} of ${of}`,
  atMost: (least: number, most: number) => (least === most ? `chosen of ${most}` : `chosen, ${most} at most`),
  search: (count: number, of: string) => (of ? `Search ${count} ${of}` : `Search these ${count}`),
  groups: "Groups",
  whose: "Which are shown",
  all: "All",
  forYou: "For you",
  onlyMine: "Only what I may take",
  others: "Others",
  more: (count: number) => `${count} more`,
  fewer: "Fewer",
  nothing: (of: string) => `Nothing among ${of} says that.`,
  hides: (count: number) => (count === 1 ? "1 is hidden by the filter." : `${count} are hidden by the filter.`),
  showThem: "Show all",
  yours: "yours",
  oneMore: "One more",
  giveBack: "Give back",
  giveBackIt: (name: string) => `Give back ${name}`,
  takeIt: (name: string, price: string) => (price ? `Take ${name}, ${price}` : `Take ${name}`),
  enter: "Enter",
  takesIt: "takes it",
  leaves: (free: number, unit: string) => (free < 0 ? `${-free} ${unitOf(-free, unit)} too much` : `leaves you ${free} ${unitOf(free, unit)}`),
  waive: "Waive it",
  askToWaive: (master: string) => `Ask ${master || "the game master"} to waive it`,
  mayI: (what: string, why: string) => `May my new character have ${what}? By the rules not: ${why}.`,
  isAsked: (what: string) => `The game master is asked for ${what}. If they allow it, they make it so.`,
  back: "Back",
  done: (of: string) => `Done with ${of}`,
  doneWith: (name: string, of: string) => (name === "Done" ? `Done with ${of}` : name),
  goOn: "Go on",
  takeName: "That is the name",
  less: (of: string) => `Less: ${of}`,
  moreOf: (of: string) => `More: ${of}`,

  // dice
  asTheyLie: "As the dice lie",
  rollHere: "Roll here",
  rollHereWords: "The server throws; what fell stays as it fell.",
  fallenAlready: "These dice have fallen already, and stay as they fell.",
  asTheyFell: "Take them as they fell",
  roll: "Roll the dice",
  ownDice: "Dice of your own",
  ownDiceWords: "Throw them at the table and type each face, with spaces between them.",
  takeThese: "Take these",

  // what it costs
  unit: unitOf,
  ofBudget: (total: number, unit: string, name: string) => `of ${numbers.whole(total)} ${unitOf(total, unit)} spent${name && name.toLowerCase() !== unit.toLowerCase() ? ` (${name.toLowerCase()})` : ""}`,
  left: "left",
  tooMuch: "too much",
  then: (amount: number) => `then ${numbers.whole(amount)}`,
  comesBack: (amount: number) => `${amount} come back`,
  spentOn: (name: string, amount: number, unit: string) => `${name}, ${amount} ${unitOf(amount, unit)}: open its step`,
  stillFree: (amount: number, unit: string) => `${amount} ${unitOf(amount, unit)} still free`,

  // the sheet
  sheet: "The sheet",
  wholeSheet: "The whole sheet",
  notNamed: "Not yet named",
  pointAt: "Point at something to see what it would change.",
  ifYouTake: (name: string) => `If you take ${name}`,
  ifYouGiveBack: (name: string) => `If you give back ${name}`,
  becomes: "becomes",
  changes(rise: number, fall: number, other: number): string {
    const parts = [
      rise ? `${spelled(rise)} ${rise === 1 ? "number rises" : "numbers rise"}` : "",
      fall ? `${spelled(fall)} ${fall === 1 ? "falls" : "fall"}` : rise ? "nothing falls" : "",
      other ? `${spelled(other)} ${other === 1 ? "changes" : "change"}` : "",
    ].filter(Boolean);
    return parts.length ? `${capital(parts.join(", "))}.` : "No number of the sheet changes.";
  },
  wouldFall: (names: string[]) => `Falls out: ${names.join(", ")}.`,
  worthKnowing: "Worth knowing",
  willHurt: "This will hurt:",
  waivedRules: "Waived by the table",

  // a changed step
  youKeep: (count: number) => `You keep ${spelled(count)}.`,
  fallsOut: "Falls out",
  fellSince: "What there is to choose has changed.",
  change: "Change",
  leaveIt: "Leave",
  understood: "Understood",

  // who is there already
  growing: "Learning and buying",
  growHere: "Learn and buy",
  learns: (name: string) => `What ${name || "your character"} learns and buys`,
  nothingNew: "Nothing new.",
  waitsFor: (whom: string) => `First something is decided by: ${whom}`,
  doAtTable: (title: string) => `Do it at ${title}`,

  // the end
  whole: "All is decided.",
  chosenThings: "What was chosen",
  changeIt: "change it",
  firstFight: "Play a first fight",
  firstFightWords: "A small one, on a table of your own; the machine plays the enemies.",
  fightOf: (name: string) => `First fight of ${name}`,
  me: "Me",
  bringTo: (title: string) => `Bring them to ${title}`,
  goTo: (title: string) => `Go to ${title}`,
  isAt: (name: string, title: string) => `${name} is at ${title} now.`,
  noTable: "This browser has no seat at a table of this game. Save the character, and bring it when you have one.",
  save: "Save it as a file",
  print: "Print the sheet",
};
