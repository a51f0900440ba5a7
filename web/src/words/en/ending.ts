import type { Fared } from "../../ending/fared";
import { listed } from "./listed";

const COUNTS = ["Nobody", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight"];

const FARED: Record<Fared, [one: string, many: string]> = {
  up: ["still stands", "still stand"],
  down: ["is down", "are down"],
  dead: ["is dead", "are dead"],
  fled: ["has fled", "have fled"],
  gaveUp: ["has given up", "have given up"],
  calmed: ["was talked out of it", "were talked out of it"],
  gone: ["is gone", "are gone"],
};

const count = (many: number): string => COUNTS[many] ?? String(many);
const every = (all: number): string => (all === 2 ? "Both" : `All ${count(all).toLowerCase()}`);

export const ending = {
  plate: "How it ended",
  won: "You have won",
  lost: "You have lost",
  over: "It is over",
  wonBy: "The party has won",
  lostBy: "The party has lost",
  stand: (up: number, all: number, name: string): string => {
    if (!all) return "";
    if (all === 1) return up ? `${name} still stands.` : `${name} does not stand any more.`;
    if (up === all) return `${every(all)} in the party still stand.`;
    return up ? `${count(up)} of ${count(all).toLowerCase()} in the party still ${up === 1 ? "stands" : "stand"}.` : "Nobody in the party stands any more.";
  },
  foesFared: (fared: readonly [how: Fared, count: number][]): string => {
    const all = fared.reduce((sum, [, count]) => sum + count, 0);
    const [only] = fared.length === 1 ? fared : [];
    if (!all) return "";
    if (only) return all === 1 ? `The enemy ${FARED[only[0]][0]}.` : `${every(all)} enemies ${FARED[only[0]][1]}.`;
    const said = fared.map(([how, many], at) => `${at ? count(many).toLowerCase() : `${count(many)} ${many === 1 ? "enemy" : "enemies"}`} ${FARED[how][many === 1 ? 0 : 1]}`);
    return `${listed(said)}.`;
  },
  who: "Who did what",
  name: "Name",
  dealt: "Dealt",
  taken: "Taken",
  healed: "Healed",
  felled: "Felled",
  left: (pool: string) => `${pool} left`,
  foes: (named: readonly [name: string, count: number][]) => named.map(([name, count]) => (count === 1 ? name : `${name} ×${count}`)).join(", ") || "The other side",
  deedsOf: (name: string) => `${name}: show what they did in the record`,
  none: "–",
  lastBlow: "The last blow.",
  blow: (by: string, who: string, fell: boolean) => (fell ? `${by} brings down ${who}` : `${by} hits ${who}`),
  closest: "Closest call",
  call: (left: number, pool: string, name: string, round: number) => `${pool} ${left < 0 ? `is how low ${name} fell` : `left for ${name}`}${round ? ` in round ${round}` : ""}`,
  best: "Best roll",
  rolled: (name: string, title: string, outcome: string) => `${name}, ${title}: ${outcome.toLowerCase()}`,
  took: (amount: number) => `took ${amount}`,
  chance: (throws: number, of: number) => {
    const one = Math.round(of / throws);
    return one * throws === of ? `Its chance was 1 in ${one}.` : `Its chance was ${throws} in ${of}.`;
  },
  inRecord: "Show it in the record",
  luck: "Luck",
  face: (sides: number) => `average of a d${sides}`,
  expected: (mean: string) => `expected ${mean}`,
  worse: "worse dice",
  better: "better dice",
  ours: (mean: string) => `you ${mean}`,
  partys: (mean: string) => `party ${mean}`,
  theirs: (mean: string) => `foes ${mean}`,
  fight: "fight",
  betterThan: (of: string, one: string) => `1 ${of} in ${one} has better dice than these.`,
  worseThan: (of: string, one: string) => `1 ${of} in ${one} has worse dice than these.`,
  million: "more than a million",
  fewDice: (dice: number) => `${dice === 1 ? "Only 1 die has" : `Only ${dice} dice have`} fallen: too few to speak of luck.`,
  bestOfAll: "No dice could be better.",
  worstOfAll: "No dice could be worse.",
  ordinary: "Ordinary dice: about as many are better as are worse.",
  prize: "What you won",
  nothingWon: "Nothing is won.",
  nothingHere: "Nothing lies here to be picked up.",
  lies: "lies here",
  whoTakes: (thing: string) => `${thing}: who takes it?`,
  to: (name: string) => `to ${name}`,
  overrule: "Take it all the same",
  choices: "What comes next",
  rest: "Rest",
  restWords: (names: readonly string[]) => (names.length ? `${listed(names)} ${names.length === 1 ? "needs" : "need"} it.` : "Nobody is badly hurt."),
  restLater: "Not yet",
  next: "Next scene",
  nextWords: (title: string, leads: boolean) => title || (leads ? "None is prepared yet." : "The book has others."),
  nextFoot: "or choose another",
  nextChosen: "you choose which",
  prepare: "prepare one",
  rematch: "Rematch",
  rematchWords: "The same scene from the start, with new dice. The party is as it was then.",
  rematchFoot: "this one stays in the record",
  rematchSure: "This cannot be undone. Choose it again to begin.",
  watch: "Watch again",
  watchWords: (rounds: number) => (rounds > 1 ? `All ${rounds} rounds, from the first deed to the last.` : "From the first deed to the last."),
  watchFoot: "plays by itself, for you alone",
  chooses: (name: string) => `${name} chooses`,
  asked: (name: string) => `${name} was asked`,
  asks: { rest: "Let us rest.", next: "Let us go on to the next scene.", rematch: "Let us fight that again." } as Record<string, string>,
  board: "Show the board",
  back: "How it ended",
};
