/** The figures that are offered for somebody: the one that they have first, then faces, where their game has such, those
 * that are common among their like, and all others. */

import { FIGURES } from "../../look/figures";
import { commonOf, isAlly, numberOf, type Somebody } from "../../look/face";
import { words } from "../../words";

export interface Offered {
  look: string; // empty: the one that they come with
  name: string;
}

export const COLOURS = ["", "red", "green", "blue", "ochre"] as const;
export type Colour = (typeof COLOURS)[number];

const FACED = ["bluebox", "vitality"]; // games in which everybody has a face put together from parts
const FACES = 5;

/** `plain`: the one that they come with is known, and can be chosen, too. */
export function offered(game: string, who: Somebody, plain: boolean): Offered[] {
  const faces = FACED.includes(game) ? Array.from({ length: FACES }, (_, i) => ({ look: String(numberOf(`${who.name} ${i}`)), name: words.pictures.mask(i + 1) })) : [];
  const drawn = [...new Set([...commonOf(game, isAlly(who)), ...Object.keys(FIGURES)])].map((look) => ({ look, name: look }));
  const chosen = [...faces, ...drawn].find(({ look }) => look === who.look);
  const others = [...faces, ...drawn].filter((one) => one !== chosen);
  return [...(plain ? [{ look: "", name: words.pictures.own }] : []), ...(chosen ? [chosen] : []), ...others];
}
