/** The signs of each game: what its pools, actions and points are drawn as. Countable things are counted, all else is a bar. */

export type Shape = "plate" | "lozenge" | "open" | "disc" | "flame" | "flag" | "tally" | "panel" | "effort" | "slot" | "turn";
export type Tone = "gold" | "ember" | "ally" | "accent" | "ink" | "burst" | "moss";

export interface SignOf {
  shape: Shape;
  tone: Tone;
}

interface Signs {
  pools: Record<string, SignOf>; // by the name of the pool
  bars: Record<string, Tone>; // colours of bars that do not tell health
  prices: Record<string, SignOf>; // by what is paid: `AP`, `Major`
  alternate: boolean; // sides take turns, and who comes next is chosen
}

const REACTION: SignOf = { shape: "turn", tone: "ally" };
const NONE: Signs = { pools: {}, bars: {}, prices: {}, alternate: false };

const SIGNS: Record<string, Signs> = {
  bluebox: {
    ...NONE,
    pools: { Plating: { shape: "plate", tone: "ally" }, EP: { shape: "disc", tone: "ember" } },
    prices: { AP: { shape: "lozenge", tone: "gold" }, EP: { shape: "disc", tone: "ember" }, Reaction: REACTION },
  },
  cloudbreaker: {
    ...NONE,
    pools: { Spirit: { shape: "flame", tone: "ally" }, Morale: { shape: "flag", tone: "ember" } },
    bars: { MP: "ally", Resolve: "gold" },
    prices: { Major: { shape: "lozenge", tone: "gold" }, minor: { shape: "open", tone: "gold" } },
  },
  navyblue: {
    ...NONE,
    pools: { Slots: { shape: "slot", tone: "ally" } },
    prices: { Action: { shape: "lozenge", tone: "gold" }, MP: { shape: "open", tone: "gold" } },
    alternate: true,
  },
  crawl: {
    ...NONE,
    pools: { EP: { shape: "tally", tone: "accent" } },
    prices: { EP: { shape: "tally", tone: "accent" } },
  },
  vitality: {
    ...NONE,
    pools: { Efforts: { shape: "effort", tone: "burst" } },
    prices: { "Primary Action": { shape: "panel", tone: "ink" }, Primary: { shape: "panel", tone: "ink" }, Effort: { shape: "effort", tone: "burst" }, Reaction: REACTION },
  },
};

export function signsOf(game: string): Signs {
  return SIGNS[game] ?? NONE;
}

const MOST: Partial<Record<Shape, number>> = { slot: 16, tally: 20 };

/** Can so many be counted at a glance? */
export function countable(sign: SignOf, most: number): boolean {
  return most <= (MOST[sign.shape] ?? 10);
}

/** A part of a price or of what is left to spend: signs where the game has one for it, and its words. */
export interface Piece {
  sign: SignOf | null;
  count: number;
  words: string; // all of it, for who listens
  rest: string; // what the signs do not say
}

/** `1 AP, 1 EP` → a lozenge and a disc. */
export function pieces(game: string, price: string): Piece[] {
  return price
    .split(", ")
    .filter(Boolean)
    .map((words) => piece(signsOf(game).prices, words));
}

function piece(signs: Record<string, SignOf>, words: string): Piece {
  const [, number, name, rest] = /^(?:(\d+) )?([A-Za-z]+(?: Action)?)s?(?= |$)(.*)$/.exec(words) ?? [];
  const sign = name === undefined ? undefined : (signs[name] ?? signs[name.replace(/s$/, "")]);
  const count = number === undefined ? 1 : Number(number);
  if (!sign || count < 1 || count > 5) return { sign: null, count: 0, words, rest: words };
  return { sign, count, words, rest: (rest ?? "").trim() };
}
