import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const css = readFileSync(new URL("./tokens.css", import.meta.url), "utf8");
const GAMES = [...new Set([...css.matchAll(/\[data-game="(\w+)"\]/g)].map(([, game]) => game!))];
const TEXT = ["ink", "ink-2", "ink-3", "ally", "foe", "ember", "gold", "moss", "accent"];
const GROUNDS = ["page", "leaf", "raised"];

/** The colours of a game by night or by day, as the style sheet adds them up. */
function coloursOf(game: string, theme: string): Record<string, string> {
  const applies = ["", "[data-game]", `[data-game="${game}"]`].flatMap((of) => [of || ":root", `:root[data-theme="${theme}"]${of && ` ${of}`}`]);
  const blocks = [...css.matchAll(/^([^{}@]+)\{([^{}]*)\}/gm)].map(([, heads, body]) => ({ heads: heads!.replace(/\/\*[^]*?\*\//g, "").split(",").map((head) => head.trim()), body: body! }));
  const found: Record<string, string> = {};
  for (const head of applies) for (const { heads, body } of blocks) if (heads.includes(head)) for (const [, name, value] of body.matchAll(/--([\w-]+): ([^;]+);/g)) found[name!] = value!;
  const named = (value: string): string => (value.startsWith("var(") ? named(found[value.slice(6, -1)]!) : value);
  return Object.fromEntries(Object.entries(found).map(([name, value]) => [name, named(value)]));
}

/** How light a colour is, by WCAG 2. */
function light(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

function contrast(one: string, other: string): number {
  const [less, more] = [light(one), light(other)].sort((a, b) => a - b);
  return (more! + 0.05) / (less! + 0.05);
}

test.each(["night", "day"])("words of every colour can be read wherever they stand, in all games by %s", (theme) => {
  const faint = GAMES.flatMap((game) => {
    const colours = coloursOf(game, theme);
    return TEXT.flatMap((text) => GROUNDS.filter((ground) => contrast(colours[text]!, colours[ground]!) < 4.5).map((ground) => `${game}: ${text} on ${ground} ${contrast(colours[text]!, colours[ground]!).toFixed(2)}`));
  });
  expect(faint).toEqual([]);
});
