/** Single keys of the board editor. */

import { BOARD, type Drawing } from "./drawing.svelte";
import type { Hand } from "./hand.svelte";
import type { Blank } from "./plan";
import { SIZES } from "./sizes";

export const TOOL_KEYS: Readonly<Record<string, string>> = { brush: "b", line: "l", block: "r", flood: "f", erase: "e", pick: "i", select: "s", copy: "c" };
const MIRRORS = ["off", "across", "turned"] as const;

/** The digit of a paint: the board itself has the first, the tenth has 0, and those after it none. */
export const digitOf = (at: number): string => (at < 9 ? String(at + 1) : at === 9 ? "0" : "");

/** Does what a key means to who draws; gives whether it means anything. */
export function drawn(key: string, drawing: Drawing, hand: Hand): boolean {
  const tool = Object.keys(TOOL_KEYS).find((one) => TOOL_KEYS[one] === key);
  if (tool === "copy") hand.copy();
  else if (tool) {
    hand.drop();
    drawing.tool = tool;
  } else if (/^[0-9]$/.test(key)) {
    const at = key === "0" ? 9 : Number(key) - 1;
    const paint = at === 0 ? BOARD : drawing.palette.paints[at - 1]?.id;
    if (paint === undefined) return false;
    drawing.paint = paint;
  } else if (key === "[" || key === "]") hand.size = Math.max(0, Math.min(SIZES.length - 1, hand.size + (key === "]" ? 1 : -1)));
  else if (key === "+" || key === "-" || key === "=") return counted(drawing, key === "-" ? -1 : 1);
  else if (key === "m") hand.setMirror(MIRRORS[(MIRRORS.indexOf(hand.mirror) + 1) % MIRRORS.length]!);
  else if (key === "v") hand.paste();
  else if (key === "Escape" && (hand.down || hand.carried || hand.chosen.length)) {
    if (hand.down) hand.cancel();
    else if (hand.carried) hand.drop();
    else hand.chosen = [];
  } else return false;
  return true;
}

/** The first number that the paint says. */
function counted(drawing: Drawing, by: number): boolean {
  const blank = drawing.chosen?.blanks.find((one: Blank) => one.type === "number");
  if (!blank) return false;
  const now = Number(drawing.valuesOf(drawing.paint)[blank.id] ?? blank.usual ?? 0);
  drawing.say(blank.id, Math.max(blank.least ?? -Infinity, Math.min(blank.most ?? Infinity, now + by)));
  return true;
}
