/** A character's file as TOML, as every table takes it. */

import type { CharacterMade } from "../../protocol/types";
import type { Colour } from "../pictures/figures";

/** What somebody chose for a character to be drawn by. */
export interface Likeness {
  look: string;
  colour: Colour;
  words: string; // a picture in base64
  address: string; // of that picture in this page
}

/** A file in which the character is drawn so. */
export function withLikeness(file: CharacterMade, likeness: Likeness | null): CharacterMade & { picture?: string } {
  if (!likeness) return file;
  const { look, colour, words } = likeness;
  const character = { ...file.character, ...(look && { look }), ...(colour && { colour }) };
  return { ...file, character, ...(words && { picture: words }) };
}

export function fileOf(file: CharacterMade): string {
  return `${Object.entries(file).flatMap(lineOf).join("\n")}\n`;
}

function lineOf([key, value]: [string, unknown]): string[] {
  return value === null || value === undefined ? [] : [`${key} = ${written(value)}`];
}

/** Text is quoted as in JSON, which TOML reads alike but for one sign; what is not there is left out. */
export function written(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value).replace(/\u007f/g, "\\u007F");
  if (Array.isArray(value)) return `[${value.map(written).join(", ")}]`;
  if (typeof value === "object" && value !== null) {
    const there = Object.entries(value).filter(([, part]) => part !== null && part !== undefined);
    return `{ ${there.map(([key, part]) => `${JSON.stringify(key)} = ${written(part)}`).join(", ")} }`;
  }
  return String(value);
}
