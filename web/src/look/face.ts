/** Which drawing somebody has. The same being has the same face everywhere, and beings of one name look alike. */
import type { BeingShown } from "../protocol/types";
import { FIGURES, type Drawing } from "./figures";
import { bust, mask } from "./masks";

export interface Somebody {
  id: string;
  name: string;
  ally?: boolean; // of the own side, unless it is said otherwise
  look?: string; // as the server says it
  colour?: string; // of the plate, where it is not that of the side
  picture?: string; // by which they are drawn: its name at the table, or an address of this page
}

/** Which part of a picture is shown: a square in it, and how large all of it is. */
export interface Part {
  x: number;
  y: number;
  side: number;
  width: number;
  height: number;
}

/** A picture that is here to be drawn. */
export interface Shown {
  address: string;
  part?: Part;
}

/** A being of the document as somebody to be drawn. */
export function somebody(id: string, being: Pick<BeingShown, "name" | "ally" | "look" | "colour" | "picture">): Somebody {
  const { name, ally, look, colour, picture } = being;
  return { id, name, ally, look, colour, picture };
}

/** What people of a party are known by, where the name does not say it. */
const CALLINGS: Record<string, readonly string[]> = {
  cloudbreaker: ["lamp", "gate", "fox", "bell", "quill", "anchor", "key", "storm", "book", "shield", "leaf", "spark"],
  crawl: ["hammer", "sword", "spark", "bow", "axe", "shield", "staff", "key", "blade", "eye", "flame", "hook"],
  navyblue: ["shield", "bell", "leaf", "spark", "anchor", "key", "quill", "sword", "book", "eye", "axe", "lamp"],
};
const STRANGERS = ["hood", "horns", "veil", "jaw", "cloth", "eye", "rage", "visor", "horde", "hook", "blade", "witch"];

/** The drawing that the server names, or one that a number chooses; that is made here only of who comes without one. */
export function faceOf(game: string, who: Somebody): Drawing {
  const look = who.look || String(numberOf(who.id));
  const number = /^\d+$/.test(look) ? Number(look) : numberOf(look);
  if (FIGURES[look]) return FIGURES[look];
  if (game === "bluebox") return mask(number);
  if (game === "vitality") return bust(number);
  const pool = commonOf(game, isAlly(who));
  return FIGURES[pool[number % pool.length]!]!;
}

/** The figures that are common among friends, or among strangers. */
export function commonOf(game: string, ally: boolean): readonly string[] {
  return (ally && CALLINGS[game]) || STRANGERS;
}

export function isAlly(who: { ally?: boolean }): boolean {
  return who.ally !== false;
}

/** A number made of a word, always the same (FNV-1a). */
export function numberOf(word: string): number {
  let number = 0x811c9dc5;
  for (let i = 0; i < word.length; i++) {
    number = Math.imul(number ^ word.charCodeAt(i), 0x01000193);
  }
  number ^= number >>> 15;
  return number >>> 0;
}

/** A number from 0 to 1 made of a word, always the same. */
export function chance(word: string): number {
  return (numberOf(word) % 10007) / 10007;
}
