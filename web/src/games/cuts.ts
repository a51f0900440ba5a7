/** The shape to which a picture is cut on the tokens of each game, and the square in which the whole picture lies. */

export interface Cut {
  d: string;
  x: number;
  y: number;
  size: number;
}

const circle = (r: number, y = 0) => `M${-r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
const square = (far: number, d: string): Cut => ({ d, x: -far, y: -far, size: 2 * far });

interface Sides {
  party: Cut;
  foe: Cut;
}

// On a tag a border stays free: what tells friend from foe is whether it is pale or black
const TAG = square(21, "M-10.4 -21H19.5Q21 -21 21 -19.5V19.5Q21 21 19.5 21H-19.5Q-21 21 -21 19.5V-10.4Z");

const CUTS: Record<string, Sides> = {
  bluebox: { party: square(22, circle(22)), foe: square(22, "M-9.5 -22H9.5L22 -9.5V9.5L9.5 22H-9.5L-22 9.5V-9.5Z") },
  cloudbreaker: { party: square(25, circle(25)), foe: square(29, "M0 -29L24 -11L16 21L0 29L-16 21L-24 -11Z") },
  crawl: { party: TAG, foe: TAG },
  navyblue: {
    party: { d: "M-15 -20H15L18 19H-18Z", x: -20, y: -20.5, size: 40 },
    foe: { d: "M-19 26L-17 8L-20 -4L-16 -22L-8 -27L-4 -21L3 -28L9 -24L17 -27L18 -12L21 -2L17 10L19 26Z", x: -27, y: -28, size: 54 },
  },
  vitality: { party: { d: circle(25, 1), x: -25, y: -24, size: 50 }, foe: { d: "M-21 -25H24L19 22H-26Z", x: -26, y: -26.5, size: 50 } },
};

export function cutOf(game: string, party: boolean): Cut {
  return (CUTS[game] ?? CUTS["bluebox"]!)[party ? "party" : "foe"];
}
