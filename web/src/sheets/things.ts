/** Drawings of what people carry: own, in a box from −28 to 28, in the strokes of look/figures. */
import { FIGURES, type Drawing } from "../look/figures";

const circle = (x: number, y: number, r: number) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;

const THINGS: Record<string, Drawing> = {
  axe: [["line", "M-14 22L8 -14"], ["paper", "M2 -20C12 -24 22 -18 22 -6C16 -10 10 -8 6 -4L-2 -10Z"]],
  sword: [["paper", "M-2 8L14 -24L20 -22L4 12Z"], ["ink", "M-10 6L10 16L9 19L-11 9ZM-4 12L0 14L-6 25L-10 23Z"]],
  knives: [["paper", "M-18 20L-2 -20L4 -6L-12 22Z"], ["paper", "M0 22L12 -16L19 -4L7 24Z"], ["line", "M-22 12L-8 18M-4 16L10 20"]],
  crowbar: [["line", "M-14 22L10 -12C14 -20 22 -18 20 -10"], ["line", "M-18 24L-11 18"]],
  bow: [["line", "M-14 -22C14 -16 14 16 -14 22"], ["thin", "M-14 -22V22M-14 0H18"], ["ink", "M18 0L10 -4V4Z"]],
  crossbow: [["line", "M-20 -8C-10 -20 10 -20 20 -8M0 -17V24"], ["thin", "M-20 -8L0 4L20 -8"], ["ink", "M-3 24H3V10H-3Z"]],
  wand: [["line", "M-14 22L10 -10"], ["ink", "M14 -24L17 -15L26 -12L17 -9L14 0L11 -9L2 -12L11 -15Z"]],
  bell: [["thin", "M0 -26V-18"], ["paper", "M0 -18C9 -18 10 -8 12 2C13 7 16 8 17 12H-17C-16 8 -13 7 -12 2C-10 -8 -9 -18 0 -18Z"], ["ink", circle(0, 16, 3.5)]],
  rope: [["line", circle(0, 0, 15) + circle(0, 0, 9)], ["thin", "M-15 0H-9M15 0H9M0 -15V-9M0 15V9"], ["line", "M12 9C20 12 18 20 24 22"]],
  shield: [["paper", "M-16 -20H16V0C16 12 8 18 0 22C-8 18 -16 12 -16 0Z"], ["line", "M0 -20V22M-16 -4H16"]],
  helmet: [["paper", "M-20 12C-20 -20 20 -20 20 12Z"], ["line", "M0 -12V12M-24 12H24V17H-24Z"]],
  armour: [["paper", "M-9 -20C-4 -15 4 -15 9 -20L22 -14L18 -2L13 -4V22H-13V-4L-18 -2L-22 -14Z"], ["thin", "M-9 0H9M-9 7H9M-9 14H9"]],
  flask: [["paper", "M-5 -22H5V-8L16 16C18 22 14 24 10 24H-10C-14 24 -18 22 -16 16L-5 -8Z"], ["ink", "M-11 8H11L15 18C16 21 13 22 10 22H-10C-13 22 -16 21 -15 18Z"]],
  thread: [["paper", "M-11 -20H11V-14H-11ZM-11 14H11V20H-11Z"], ["line", "M-8 -14V14M8 -14V14"], ["thin", "M-8 -9H8M-8 -4H8M-8 1H8M-8 6H8M-8 11H8"], ["line", "M8 8C18 10 16 22 24 22"]],
  scroll: [["paper", "M-14 -18H12V18H-14Z"], ["line", "M-19 -18H16C20 -18 20 -12 16 -12M-18 18H14C18 18 18 12 14 12"], ["thin", "M-8 -6H6M-8 0H6M-8 6H2"]],
  key: FIGURES["key"]!,
  lantern: [["line", "M-6 -16C-6 -26 6 -26 6 -16"], ["ink", "M-11 -16H11V-11H-11ZM-13 16H13V21H-13Z"], ["paper", "M-10 -11H10L12 16H-12Z"], ["ink", "M0 -5C5 1 6 5 4 10C1 13 -2 13 -4 10C-5 5 -1 2 0 -5Z"]],
  medal: [["line", "M-8 -22L0 -2L8 -22"], ["paper", circle(0, 9, 13)], ["ink", "M0 1L2.5 6.5L8 7L4 11L5 17L0 14L-5 17L-4 11L-8 7L-2.5 6.5Z"]],
  quiver: [["paper", "M-10 -8L8 -12L14 22L-2 24Z"], ["line", "M-6 -9L-10 -24M0 -10L-2 -26M5 -11L6 -25"], ["thin", "M-8 2L10 -2"]],
  chest: [["paper", "M-20 -6C-20 -18 20 -18 20 -6V18H-20Z"], ["line", "M-20 -2H20"], ["ink", "M-4 -5H4V5H-4Z"]],
  pack: [["paper", "M-15 -8C-15 -20 15 -20 15 -8V20H-15Z"], ["line", "M-6 -17C-6 -24 6 -24 6 -17M-15 2H15"], ["paper", "M-7 2H7V12H-7Z"]],
  body: [["paper", circle(0, -14, 8)], ["paper", "M-16 22C-16 2 16 2 16 22Z"], ["line", "M-4 -16L-1 -12M-1 -16L-4 -12M2 -16L5 -12M5 -16L2 -12"]],
};

/** The drawing of a thing, as the server names it: a bundle where its name tells none. */
export function thingDrawing(look: string): Drawing {
  return THINGS[look] ?? THINGS["pack"]!;
}
