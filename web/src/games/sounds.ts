/** How each game sounds: strokes of tones and of noise that this page makes itself. A game without an entry sounds plainly. */

export type Noise = "turn" | "asked" | "throw" | "dice" | "hit" | "miss" | "lose" | "heal" | "slide" | "fall";

/** A tone that may glide, or noise through a band; `at` and `rings` in seconds, `loud` from 0 to 1. */
export interface Stroke {
  wave: OscillatorType | "noise";
  hz: number;
  to?: number; // where it glides
  q?: number; // how narrow the band of noise is
  at: number;
  rings: number;
  loud: number;
}

/** What a game's things are made of. */
interface Voice {
  bell: readonly (readonly [part: number, loud: number, rings: number])[]; // the overtones of what calls somebody
  call: number; // its lowest tone, in hertz
  wave: OscillatorType;
  dice: { hz: number; q: number; rings: number }; // on what they fall
  blow: { hz: number; grit: number; rings: number }; // how deep a blow is, and how high its noise
  air: number; // how high what passes by whistles
}

const VOICES: Record<string, Voice> = {
  // Stone dice on basalt, blows on plates, a mask that rings
  bluebox: { bell: [[1, 1, 0.6], [2.76, 0.22, 0.2], [5.4, 0.08, 0.1]], call: 523.25, wave: "sine", dice: { hz: 2_300, q: 5, rings: 0.05 }, blow: { hz: 150, grit: 1_900, rings: 0.16 }, air: 1_500 },
  // Wet planks, a ship's bell, the wash of the sea
  navyblue: { bell: [[1, 1, 0.9], [2.4, 0.35, 0.6], [4.1, 0.12, 0.3]], call: 440, wave: "sine", dice: { hz: 900, q: 3, rings: 0.06 }, blow: { hz: 95, grit: 700, rings: 0.22 }, air: 620 },
  // Tin, kraft paper, a stamp that comes down
  crawl: { bell: [[1, 0.8, 0.25], [1.51, 0.4, 0.2], [3.9, 0.2, 0.12]], call: 392, wave: "triangle", dice: { hz: 3_400, q: 8, rings: 0.035 }, blow: { hz: 120, grit: 2_600, rings: 0.1 }, air: 2_100 },
  // Loud and short: brass and drums of a street
  vitality: { bell: [[1, 0.7, 0.3], [2, 0.4, 0.25], [3, 0.2, 0.2]], call: 466.16, wave: "sawtooth", dice: { hz: 1_700, q: 4, rings: 0.045 }, blow: { hz: 75, grit: 1_300, rings: 0.2 }, air: 1_200 },
  // Wind, strings, wood that gives
  cloudbreaker: { bell: [[1, 1, 1], [2, 0.3, 0.7], [3.01, 0.15, 0.5]], call: 587.33, wave: "triangle", dice: { hz: 1_250, q: 3, rings: 0.06 }, blow: { hz: 130, grit: 950, rings: 0.18 }, air: 880 },
};

const LOUD = 0.09; // of what calls somebody
const SOFT = 0.05; // of what happens

export function strokesOf(noise: Noise, game: string): Stroke[] {
  const voice = VOICES[game] ?? VOICES["bluebox"]!;
  return STROKES[noise](voice);
}

const STROKES: Record<Noise, (voice: Voice) => Stroke[]> = {
  turn: (voice) => [...bell(voice, 1, 0), ...bell(voice, 1.5, 0.13)],
  asked: (voice) => [...bell(voice, 1.5, 0), ...bell(voice, 1.26, 0.12), ...bell(voice, 1.5, 0.24)],
  throw: (voice) => [...bell(voice, 1.12, 0), ...bell(voice, 1.68, 0.12)],
  // They touch the table, roll on and lie
  dice: ({ dice: { hz, q, rings } }) => [0, 0.07, 0.16, 0.21, 0.31].map((at, i) => ({ wave: "noise", hz: hz * (1 + ((i * 7) % 5) * 0.06), q, at, rings, loud: SOFT * (1.3 - i * 0.2) })),
  hit: ({ blow: { hz, grit, rings } }) => [
    { wave: "triangle", hz: hz * 1.6, to: hz * 0.7, at: 0, rings, loud: SOFT * 2.4 },
    { wave: "noise", hz: grit, q: 0.8, at: 0, rings: rings * 0.5, loud: SOFT * 1.6 },
  ],
  miss: ({ air }) => [{ wave: "noise", hz: air * 1.4, to: air * 0.7, q: 2.5, at: 0, rings: 0.18, loud: SOFT * 0.9 }],
  lose: ({ blow: { hz }, wave }) => [{ wave, hz: hz * 2.2, to: hz * 1.7, at: 0, rings: 0.14, loud: SOFT * 0.6 }],
  heal: (voice) => bell(voice, 2, 0).map((stroke) => ({ ...stroke, loud: stroke.loud * 0.5 })),
  slide: ({ air, blow }) => [{ wave: "noise", hz: air * 0.5, to: air * 0.3, q: 1.2, at: 0, rings: 0.32, loud: SOFT }, { wave: "triangle", hz: blow.hz, to: blow.hz * 0.8, at: 0.26, rings: 0.1, loud: SOFT }],
  fall: ({ blow: { hz, grit, rings } }) => [
    { wave: "sine", hz: hz * 2.6, to: hz, at: 0, rings: 0.22, loud: SOFT },
    { wave: "triangle", hz, to: hz * 0.5, at: 0.22, rings: rings * 1.6, loud: SOFT * 2.2 },
    { wave: "noise", hz: grit * 0.5, q: 0.7, at: 0.22, rings: rings, loud: SOFT },
  ],
};

/** The bell of a game, so many times its lowest tone. */
function bell({ bell: parts, call, wave }: Voice, by: number, at: number): Stroke[] {
  const soft = wave === "sawtooth" ? 0.5 : 1; // it cuts through more
  return parts.map(([part, loud, rings]) => ({ wave, hz: call * by * part, at, rings, loud: LOUD * loud * soft }));
}
