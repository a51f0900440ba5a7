/** What stands on an island: own drawings on the ground line y = 0, about 90 wide and 66 high. */
import type { Drawing } from "../../look/figures";

const circle = (x: number, y: number, r: number) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
const arch = (x: number, w: number, h: number) => `M${x - w} 0V${-h + w}A${w} ${w} 0 0 1 ${x + w} ${-h + w}V0`;
const tree = (x: number, h: number): Drawing => [
  ["line", `M${x} 0V${-h * 0.5}`],
  ["paper", `M${x - h * 0.3} ${-h * 0.42}C${x - h * 0.5} ${-h * 0.75} ${x - h * 0.2} ${-h * 1.05} ${x} ${-h}C${x + h * 0.3} ${-h * 1.05} ${x + h * 0.5} ${-h * 0.7} ${x + h * 0.3} ${-h * 0.42}Z`],
  ["thin", `M${x - h * 0.1} ${-h * 0.6}q4 4 8 0`],
];
const house = (x: number, w: number, h: number): Drawing => [
  ["paper", `M${x - w} 0V${-h}H${x + w}V0Z`],
  ["paper", `M${x - w - 5} ${-h}L${x} ${-h - w * 0.75}L${x + w + 5} ${-h}Z`],
  ["ink", `M${x - 3.5} 0V-10A3.5 3.5 0 0 1 ${x + 3.5} -10V0Z`],
  ["thin", `M${x - w + 4} ${-h + 6}H${x - w + 11}M${x + w - 11} ${-h + 6}H${x + w - 4}`],
];

export const LANDMARKS: Record<string, Drawing> = {
  tower: [["paper", "M-12 0L-10 -50H10L12 0Z"], ["paper", "M-15 -50H15V-58H9V-54H3V-58H-3V-54H-9V-58H-15Z"], ["ink", "M-3 0V-9A3 3 0 0 1 3 -9V0ZM-2.5 -32A2.5 2.5 0 0 1 2.5 -32V-26H-2.5Z"], ["thin", "M-8 -18H-3M4 -24H9M-7 -40H-2M3 -44H8"]],
  belfry: [["paper", "M-15 0V-38H15V0Z"], ["paper", "M-19 -38L0 -58L19 -38Z"], ["ink", "M-8 -18V-26A8 8 0 0 1 8 -26V-18Z"], ["cut", "M-4 -19C-3 -25 3 -25 4 -19Z"], ["line", "M0 -58V-66"], ["thin", "M-11 -6H-5M5 -9H11"]],
  columns: [["paper", "M-36 -40H36V-34H-36Z"], ["paper", "M-32 0V-34H-24V0ZM-9 0V-34H-1V0ZM17 0V-22L25 -17V0Z"], ["line", "M-36 0H34"], ["thin", "M-28 -30V-4M-5 -30V-4M21 -15V-4"]],
  arcade: [["paper", "M-40 0V-32H40V0Z"], ["ink", `${arch(-27, 7, 24)}Z${arch(-9, 7, 24)}Z${arch(9, 7, 24)}Z${arch(27, 7, 24)}Z`], ["line", "M-42 -32H42"]],
  pipes: [["paper", "M-30 0V-30H30V0Z"], ["paper", "M-24 -30V-44H-17V-30ZM-14 -30V-52H-7V-30ZM-3.5 -30V-60H3.5V-30ZM7 -30V-52H14V-30ZM17 -30V-44H24V-30Z"], ["thin", "M-24 -12H24M-24 -20H24"], ["ink", "M-3 0V-8H3V0Z"]],
  stair: [["paper", "M-34 0V-7H-22V-14H-10V-21H2V-28H14V-35H30V0Z"], ["thin", "M-22 -7H30M-10 -14H30M2 -21H30M14 -28H30"]],
  gate: [["paper", "M-34 0V-46H-16V0ZM16 0V-46H34V0Z"], ["paper", "M-16 -36H16V-22H-16Z"], ["line", "M-36 -46H-14M14 -46H36M-34 -46V-52M-28 -46V-52M-22 -46V-52M-16 -46V-52M16 -46V-52M22 -46V-52M28 -46V-52M34 -46V-52"], ["line", "M-10 0V-22M-3 0V-22M4 0V-22M11 0V-22M-16 -10H16"]],
  planks: [["paper", "M-36 -2L-30 -12H30L36 -2Z"], ["thin", "M-20 -2L-16 -12M-4 -2L-3 -12M12 -2L10 -12M26 -2L22 -12"], ["line", "M-34 -2V10M34 -2V10M-30 -12V-22M30 -12V-22M-30 -22C-10 -16 10 -16 30 -22"]],
  well: [["paper", "M-15 -14C-15 -20 15 -20 15 -14V-2C15 3 -15 3 -15 -2Z"], ["ink", "M-12 -14C-12 -18 12 -18 12 -14C12 -10 -12 -10 -12 -14Z"], ["line", "M-14 -14V-38M14 -14V-38M-20 -36L0 -46L20 -36M0 -40V-20"]],
  basin: [["paper", "M-34 -4C-34 -16 34 -16 34 -4C34 8 -34 8 -34 -4Z"], ["cut", "M-28 -5C-28 -13 28 -13 28 -5C28 3 -28 3 -28 -5Z"], ["line", "M-18 -5q5 -4 10 0t10 0M-4 -1q5 -4 10 0t8 0"]],
  chimney: [["paper", "M-24 0V-22H24V0Z"], ["paper", "M6 -22V-48H18V-22Z"], ["line", "M4 -48H20M-18 -10H-6M-18 -15H-6"], ["ink", "M-16 0V-8H-6V0Z"], ["thin", "M12 -52C8 -58 18 -60 12 -68M20 -54C26 -60 18 -64 24 -70"]],
  house: house(0, 17, 20),
  houses: [...house(-18, 13, 16), ...house(14, 15, 22)],
  trees: [...tree(-20, 34), ...tree(4, 44), ...tree(24, 30)],
  barley: [["line", "M-30 0L-32 -18M-20 0V-21M-10 0L-9 -19M0 0L-1 -23M10 0L12 -20M20 0V-18M30 0L33 -19"], ["ink", "M-34 -18L-31 -26L-29 -18ZM-22 -21L-20 -30L-18 -21ZM-11 -19L-9 -27L-7 -19ZM-3 -23L-1 -32L1 -23ZM10 -20L12 -28L14 -20ZM18 -18L20 -27L22 -18ZM31 -19L33 -27L35 -19Z"]],
  boat: [["line", "M0 -8V-46"], ["paper", "M3 -44C20 -38 24 -26 22 -14H3Z"], ["paper", "M-28 -8H30C26 4 -20 4 -28 -8Z"], ["thin", "M-20 -3H22"]],
  crane: [["line", "M-8 0V-50L30 -38M-8 -50L-20 -30M-8 -30L14 -43M28 -38V-18M-16 0H0"], ["paper", "M21 -18H35V-6H21Z"]],
  racks: [["line", "M-34 0V-28M34 0V-28M-34 -24C-12 -18 12 -18 34 -24M0 0V-24"], ["thin", "M-28 -22L-24 -6M-20 -20L-16 -4M-12 -19L-9 -3M12 -19L9 -3M20 -20L16 -4M28 -22L24 -6M-26 -12H-8M8 -12H26M-22 -6H-8M8 -6H22"]],
  stones: [["paper", "M-34 0L-30 -14L-16 -18L-8 -6L-6 0ZM-8 0L-2 -22L12 -26L20 -10L18 0ZM18 0L24 -12L34 -10L38 0Z"], ["thin", "M-24 -6L-18 -12M2 -8L10 -18M26 -4L30 -8"]],
  books: [["paper", "M-28 0V-38H28V0Z"], ["line", "M-28 -13H28M-28 -26H28"], ["thin", "M-22 -26V-38M-15 -26V-36M-8 -26V-38M2 -26V-35M10 -26V-38M18 -26V-36M-20 -13V-24M-12 -13V-26M4 -13V-24M14 -13V-26M22 -13V-23"], ["ink", "M-4 -13H1V-25H-4ZM-24 0H-18V-11H-24ZM8 0H14V-12H8Z"]],
  tent: [["paper", "M-30 0L0 -36L30 0Z"], ["ink", "M-8 0L0 -20L8 0Z"], ["line", "M0 -36L4 -42M-30 0L-36 3M30 0L36 3"]],
  shrine: [["paper", "M-20 0V-6H20V0ZM-14 -6V-30H14V-6Z"], ["paper", "M-22 -30C-10 -32 -4 -38 0 -46C4 -38 10 -32 22 -30Z"], ["ink", "M-5 -6V-16A5 5 0 0 1 5 -16V-6Z"], ["cut", circle(0, -13, 2)]],
  graves: [["paper", "M-32 0V-16A7 7 0 0 1 -18 -16V0ZM-8 0V-22A8 8 0 0 1 8 -22V0ZM18 0L20 -14A7 7 0 0 1 33 -12L31 0Z"], ["thin", "M-28 -14H-22M-4 -19H4M-3 -13H3M22 -11L29 -10"]],
  mill: [["paper", "M-13 0L-9 -34H9L13 0Z"], ["paper", "M-11 -34L0 -44L11 -34Z"], ["line", "M0 -36L-20 -56M0 -36L20 -56M0 -36L-20 -16M0 -36L20 -16"], ["thin", "M-22 -52L-12 -54M-8 -50L-16 -58M22 -52L14 -48M20 -22L12 -26M-20 -22L-12 -26"]],
  market: [["line", "M-30 0V-26M30 0V-26M0 0V-26"], ["paper", "M-36 -26L-30 -40H30L36 -26C32 -20 26 -20 24 -26C20 -20 14 -20 12 -26C8 -20 2 -20 0 -26C-4 -20 -10 -20 -12 -26C-16 -20 -22 -20 -24 -26C-28 -20 -34 -20 -36 -26Z"], ["paper", "M-26 0V-10H26V0Z"]],
  rail: [["line", "M-34 0V-22M-12 0V-22M12 0V-22M34 0V-22M-38 -22H38M-38 -12H38"]],
  pulpit: [["paper", "M-30 0V-6H30V0ZM-22 -6V-24H22V-6Z"], ["line", "M-26 -24H26"], ["line", "M0 -24V-44M-8 -37H8"], ["thin", "M-14 -20V-10M0 -20V-10M14 -20V-10"]],
  post: [["paper", "M-6 0V-34H6V0Z"], ["paper", "M-24 -32L12 -32L20 -26L12 -20H-24Z"], ["thin", "M-18 -26H8"]],
};

const OTHERS = ["house", "stones", "trees", "columns", "rail"];

/** The landmark that the server names, or one that a number chooses. */
export function landmarkOf(look: string, number: number): Drawing {
  return LANDMARKS[look] ?? LANDMARKS[OTHERS[number % OTHERS.length]!]!;
}
