/**
 * Faces put together from parts, so that everybody keeps one of their own: masks of stone (Blue Box) and busts cut out of
 * paper (Vitality). A number, made of a name, chooses the parts.
 */
import type { Drawing } from "./figures";

const circle = (x: number, y: number, r: number) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
const both = (d: (s: 1 | -1) => string) => d(1) + d(-1);
const oneOf = <T>(parts: readonly T[], number: number): T => parts[number % parts.length]!;

// ---------------------------------------------------------------- masks

const OUTLINES: readonly string[] = [
  "M0 -21C10 -21 15 -13 15 -4C15 8 8 16 4 21H-4C-8 16 -15 8 -15 -4C-15 -13 -10 -21 0 -21Z",
  "M-12 -19L0 -22L12 -19L16 -6L12 10L6 20H-6L-12 10L-16 -6Z",
  "M-14 -16C-6 -22 6 -22 14 -16L15 2C14 10 10 16 5 18L0 22L-5 18C-10 16 -14 10 -15 2Z",
  "M-16 -12L-8 -21H8L16 -12V4L10 12V18H-10V12L-16 4Z",
  "M0 -22L8 -17L15 -19L16 -4L11 12L0 21L-11 12L-16 -4L-15 -19L-8 -17Z",
  "M-9 -21H9C15 -14 17 -4 15 6L8 13L7 20H-7L-8 13L-15 6C-17 -4 -15 -14 -9 -21Z",
  "M0 -23C5 -17 15 -17 17 -9C18 2 12 12 0 21C-12 12 -18 2 -17 -9C-15 -17 -5 -17 0 -23Z",
];

const EYES: readonly Drawing[] = [
  [["ink", both((s) => `M${3 * s} -5L${12 * s} -8L${11 * s} -2L${4 * s} -1Z`)]],
  [["ink", both((s) => `M${3 * s} -6H${12 * s}V-2H${3 * s}Z`)]],
  [["ink", both((s) => `M${2.5 * s} -3C${5 * s} -9 ${11 * s} -9 ${13 * s} -4C${9 * s} -1 ${6 * s} -1 ${2.5 * s} -3Z`)]],
  [["ink", both((s) => circle(7 * s, -4, 3.6))], ["cut", both((s) => circle(7 * s, -4, 1.2))]],
  [["ink", "M-12 -7H12L10 -2H2L0 1L-2 -2H-10Z"]],
  [["ink", both((s) => `M${4 * s} -9L${9 * s} -9L${11 * s} 0L${6 * s} 0Z`)]],
];

const MOUTHS: readonly Drawing[] = [
  [["line", "M-5 10H5M-5 10V15M0 10V15M5 10V15"]],
  [["ink", "M-6 9H6L4 14H-4Z"]],
  [["line", "M-7 12C-3 8 3 8 7 12"]],
  [["line", "M-6 9H6M-5 13H5M-3 17H3"]],
  [["ink", circle(0, 12, 2.6)]],
  [["line", "M-8 8C-4 15 4 15 8 8M-8 8H8"]],
];

const BROWS: readonly Drawing[] = [
  [["line", "M0 -21V-9M-6 -19V-12M6 -19V-12"]],
  [["line", "M-13 -11C-7 -15 -3 -13 0 -9C3 -13 7 -15 13 -11"]],
  [["ink", "M0 -19L4 -12L0 -7L-4 -12Z"]],
  [["line", "M-9 -18L0 -11L9 -18M0 -11V5"]],
  [["line", "M-12 -13H12M-9 -17H9"]],
  [["line", both((s) => `M${13 * s} 2L${7 * s} 5L${8 * s} 12`)], ["ink", circle(0, -14, 2.4)]],
  [["thin", both((s) => `M${4 * s} -20L${6 * s} -11M${9 * s} -18L${10 * s} -11`)], ["line", "M0 -4V6"]],
];

/** A mask of stone. */
export function mask(number: number): Drawing {
  return [
    ["paper", oneOf(OUTLINES, number)],
    ...oneOf(BROWS, number >>> 3),
    ...oneOf(EYES, number >>> 6),
    ...oneOf(MOUTHS, number >>> 9),
  ];
}

// ---------------------------------------------------------------- busts

const SHOULDERS: readonly string[] = [
  "M-19 24C-19 12 -12 9 -5 8H5C12 9 19 12 19 24Z",
  "M-20 24L-18 12L-6 8H6L18 12L20 24Z",
  "M-17 24C-18 14 -16 10 -5 8L0 13L5 8C16 10 18 14 17 24Z",
];

const HEADS: readonly string[] = [
  "M-9 -8C-9 -20 9 -20 9 -8C10 2 6 10 0 10C-6 10 -10 2 -9 -8Z",
  "M-10 -14H10V0L5 10H-5L-10 0Z",
  "M0 -18C8 -18 10 -11 10 -5C10 3 5 11 0 11C-5 11 -10 3 -10 -5C-10 -11 -8 -18 0 -18Z",
];

const HAIR: readonly Drawing[] = [
  [["ink", "M-11 -5C-14 -24 14 -24 11 -5C8 -13 -8 -13 -11 -5Z"]],
  [["ink", "M-12 8C-16 -24 16 -24 12 8L8 6C10 -10 6 -14 0 -13C-6 -14 -10 -10 -8 6Z"]],
  [["ink", "M-10 -8L-14 -19L-6 -17L-3 -24L3 -18L10 -23L10 -15L15 -14L10 -7C6 -13 -6 -13 -10 -8Z"]],
  [["ink", "M-11 -8H11V-14C11 -22 -11 -22 -11 -14ZM-15 -8H15V-5H-15Z"]],
  [["ink", "M-11 -4C-13 -22 8 -26 12 -12C16 -10 17 -2 14 6C12 2 11 -6 8 -10C2 -8 -6 -10 -11 -4Z"]],
  [["paper", "M-12 -6C-12 -25 12 -25 12 -6L8 -8H-8Z"], ["line", "M0 -21V-8"]],
  [["ink", "M-3 -23H3V-9H-3Z"], ["line", "M-9 -10C-8 -13 -7 -14 -5 -15M9 -10C8 -13 7 -14 5 -15"]],
  [["paper", "M-13 -1C-15 -26 15 -26 13 -1L9 3C10 -10 -10 -10 -9 3Z"], ["thin", "M-10 -12C-4 -18 4 -18 10 -12"]],
];

const LOOKS: readonly Drawing[] = [
  [["ink", both((s) => circle(3.6 * s, -3, 1.6))], ["line", "M-3 4H3"]],
  [["ink", "M-8 -6H8V-1H1L0 1L-1 -1H-8Z"], ["line", "M-3 5C-1 7 1 7 3 5"]],
  [["ink", both((s) => `M${1.5 * s} -4H${7.5 * s}V-1H${2 * s}Z`)], ["line", "M-2 5H3"]],
  [["ink", both((s) => circle(3.6 * s, -3, 1.6))], ["ink", "M-6 3C-3 1 3 1 6 3C5 10 -5 10 -6 3Z"]],
  [["line", both((s) => circle(4 * s, -3, 3))], ["line", "M-1 -3H1M-3 5H3"]],
  [["ink", "M-9 0H9V6C6 9 -6 9 -9 6Z"], ["ink", both((s) => circle(3.6 * s, -5, 1.6))]],
];

const SIGNS: readonly Drawing[] = [
  [["ink", "M0 14L4 18L0 23L-4 18Z"]],
  [["line", "M-7 15L0 20L7 15"]],
  [["ink", "M-13 13L-9 12L2 24H-3Z"]],
  [["line", "M0 10V24M-4 15H4"]],
  [["ink", "M-5 15H5V19H-5Z"]],
];

/** A bust cut out of paper. */
export function bust(number: number): Drawing {
  return [
    ["paper", oneOf(SHOULDERS, number)],
    ...oneOf(SIGNS, number >>> 3),
    ["paper", oneOf(HEADS, number >>> 6)],
    ...oneOf(LOOKS, number >>> 9),
    ...oneOf(HAIR, number >>> 13),
  ];
}
