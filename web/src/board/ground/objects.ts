/** Drawings of what stands and lies on cells: own, in a box from −28 to 28, in the strokes of look/figures. */
import type { Drawing } from "../../look/figures";

const circle = (x: number, y: number, r: number) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;

const OBJECTS: Record<string, Drawing> = {
  pillar: [["paper", circle(0, 0, 19)], ["line", circle(0, 0, 14)], ["thin", "M-14 13L-11 10M14 13L11 10M0 19V15M-19 0H-15M19 0H15M0 -19V-15M-14 -13L-11 -10M14 -13L11 -10"]],
  crate: [["paper", "M-17 -17H17V17H-17Z"], ["line", "M-17 -9H17M-17 9H17M-10 -9L10 9"], ["thin", "M-6 -17V-9M6 -17V-9M-6 9V17M6 9V17"]],
  mound: [["paper", "M-23 10C-22 0 -16 2 -13 -4C-9 -9 -4 -2 0 -7C5 -12 9 -3 13 -4C19 -4 22 2 23 10Z"], ["thin", "M-14 5C-10 2 -8 3 -6 6M0 2C4 -1 7 1 9 4M-2 9H4M14 7H18"]],
  table: [["paper", "M-21 -11H21V9H-21Z"], ["thin", "M-21 -4H21M-21 3H21"], ["line", "M-17 9V15M17 9V15"]],
  counter: [["paper", "M-14 -28H14V28H-14Z"], ["line", "M-8 -28V28"], ["thin", "M-2 -20H8M-2 -6H8M-2 8H8M-2 22H8"]],
  safe: [["paper", "M-19 -19H19V19H-19Z"], ["line", "M-15 -15H15V15H-15Z" + circle(0, 0, 7)], ["ink", circle(0, 0, 2.4)], ["line", "M0 -7V-10M0 7V10M-7 0H-10M7 0H10"]],
  pew: [["paper", "M-27 -9H27V-2H-27Z"], ["paper", "M-27 2H27V10H-27Z"], ["line", "M-27 -9V10M27 -9V10M0 -9V10"]],
  post: [["paper", circle(0, 0, 9)], ["ink", circle(0, 0, 3)], ["line", "M-28 0H-9M9 0H28"]],
  cart: [["paper", "M-19 -13H19L15 6H-15Z"], ["line", "M19 -8L28 -14M-19 -6H19"], ["paper", circle(-8, 10, 6) + circle(9, 10, 6)], ["ink", circle(-8, 10, 1.6) + circle(9, 10, 1.6)]],
  rock: [["paper", "M-20 12L-17 -6L-6 -16L9 -14L20 0L17 13L2 17Z"], ["thin", "M-6 -16L-3 -4L-17 2M-3 -4L9 3L17 13M9 3L20 0"]],
  doorOpen: [["line", "M-26 0H-18M18 0H26"], ["paper", "M-19 -3H-13V3H-19ZM13 -3H19V3H13Z"], ["paper", "M-17 -3L-17 -25L-12 -25L-12 -3Z"], ["thin", "M-12 -25C2 -24 11 -14 13 -3"]],
  doorShut: [["paper", "M-22 -6H22V6H-22Z"], ["line", "M-8 -6V6M8 -6V6"], ["ink", circle(14, 0, 2.4)], ["paper", "M-26 -9H-20V9H-26ZM20 -9H26V9H20Z"]],
  gate: [["paper", "M-24 -8H24V8H-24Z"], ["line", "M-16 -8V8M-8 -8V8M0 -8V8M8 -8V8M16 -8V8M-24 0H24"]],
  exit: [["line", "M-20 16V-14C-20 -26 8 -26 8 -14V16M-24 16H12"], ["ink", "M-6 -3H12V-10L26 0L12 10V3H-6Z"]],
  bell: [["thin", "M0 -28V-18"], ["paper", "M0 -18C9 -18 10 -8 12 2C13 7 16 8 17 12H-17C-16 8 -13 7 -12 2C-10 -8 -9 -18 0 -18Z"], ["ink", circle(0, 15, 3.5)]],
  chandelier: [["thin", "M0 -28V-12"], ["line", "M-20 -2C-20 12 20 12 20 -2M-10 -4C-10 8 10 8 10 -4M0 -12V10"], ["ink", "M-22 -4H-18V-11H-22ZM18 -4H22V-11H18ZM-12 -6H-8V-13H-12ZM8 -6H12V-13H8Z"]],
  fallen: [["paper", "M-22 10L-8 -10L6 -14L22 -2L18 12L-4 16Z"], ["line", "M-22 10L6 2L22 -2M6 2L-4 16"], ["thin", "M-26 18L-20 14M26 14L20 10M0 -20V-15"]],
  crowd: [["paper", circle(-13, -4, 6) + circle(0, -9, 6) + circle(13, -4, 6)], ["paper", "M-23 16C-23 6 -18 3 -13 3C-8 3 -5 6 -4 10C-4 2 -6 -2 0 -2C6 -2 4 2 4 10C5 6 8 3 13 3C18 3 23 6 23 16Z"]],
  tunnel: [["ink", "M-20 8C-20 -14 20 -14 20 8C14 15 -14 15 -20 8Z"], ["line", "M-26 11C-18 20 18 20 26 11M-26 11C-28 -20 28 -20 26 11"]],
  portal: [["line", "M0 -23C13 -23 17 -10 17 0C17 10 13 23 0 23C-13 23 -17 10 -17 0C-17 -10 -13 -23 0 -23Z"], ["thin", "M0 -16C8 -16 11 -7 11 0C11 7 8 16 0 16C-8 16 -11 7 -11 0C-11 -7 -8 -16 0 -16Z"], ["ink", "M0 -7L2.5 -2.5L7 0L2.5 2.5L0 7L-2.5 2.5L-7 0L-2.5 -2.5Z"]],
  sword: [["paper", "M-3 10L9 -20L14 -19L4 12Z"], ["ink", "M-9 8L10 15L9 18L-10 11ZM-3 13L0 14L-3 22L-6 21Z"]],
  cage: [["paper", "M-16 16V-8C-16 -22 16 -22 16 -8V16Z"], ["line", "M-8 16V-16M0 16V-18M8 16V-16M-16 0H16"]],
  sack: [["paper", "M-6 -10C-20 2 -18 17 -10 18H10C18 17 20 2 6 -10L10 -18H-10Z"], ["line", "M-8 -10H8"], ["thin", "M-8 4C-4 8 4 8 8 4"]],
  barrel: [["paper", "M-12 -17C-4 -20 4 -20 12 -17C16 -6 16 6 12 17C4 20 -4 20 -12 17C-16 6 -16 -6 -12 -17Z"], ["line", "M-15 -7C-5 -10 5 -10 15 -7M-15 8C-5 11 5 11 15 8"]],
  rope: [["line", circle(0, 0, 14) + circle(0, 0, 9)], ["thin", "M-14 0H-9M14 0H9M0 -14V-9M0 14V9M-10 -10L-6 -6M10 10L6 6"], ["line", "M12 8C20 12 18 18 24 20"]],
  lamp: [["line", "M-5 -14C-5 -22 5 -22 5 -14"], ["ink", "M-9 -14H9V-10H-9ZM-10 12H10V16H-10Z"], ["paper", "M-8 -10H8L9 12H-9Z"], ["ink", "M0 -5C4 0 5 3 3 7C1 9 -2 9 -3 7C-4 4 -1 1 0 -5Z"]],
  shield: [["paper", "M-12 -15H12V0C12 9 6 14 0 17C-6 14 -12 9 -12 0Z"], ["line", "M0 -15V17M-12 -3H12"]],
};

/** The drawing of what stands or lies about, as the server names it. */
export function objectDrawing(look: string): Drawing {
  return OBJECTS[look] ?? OBJECTS["rock"]!;
}
