/** Which options are shown: by group, by what is searched for, and by what may be taken. */

import type { OptionTold } from "../../protocol/types";

export interface Wanted {
  words: string;
  group: string | null; // null: all
  mine: boolean; // only what may be taken
  open: readonly string[]; // groups of which all is shown
}

export interface Group {
  name: string;
  shown: OptionTold[];
  more: number; // that are folded away
}

export interface Listed {
  groups: Group[];
  found: number;
  hidden: number; // found by the words, and left out by group or by what may be taken
}

export const SOME = 6; // of a group, where there are several and nothing is searched for

/** Of what is searched for those come first that are called so. */
export function listed(options: readonly OptionTold[], yours: (option: OptionTold) => boolean, wanted: Wanted): Listed {
  const found = options.filter((option) => says(option, wanted.words));
  const by = [...found.filter(({ name }) => saidIn(name, wanted.words)), ...found.filter(({ name }) => !saidIn(name, wanted.words))];
  const left = by.filter((option) => (wanted.group === null || option.group === wanted.group) && (!wanted.mine || !option.refusal || yours(option)));
  const names = [...new Set(left.map(({ group }) => group))].sort((one, other) => Number(one === "") - Number(other === ""));
  const whole = names.length < 2 || wanted.words.trim() !== "" || wanted.group !== null;
  const groups = names.map((name) => {
    const all = left.filter(({ group }) => group === name);
    const shown = whole || wanted.open.includes(name) ? all : all.filter((option, at) => at < SOME || yours(option));
    return { name, shown, more: all.length - shown.length };
  });
  return { groups, found: left.length, hidden: by.length - left.length };
}

/** Each group with those first that may be taken. */
export function ordered(options: readonly OptionTold[]): OptionTold["value"][] {
  return [...options.filter(({ refusal }) => !refusal), ...options.filter(({ refusal }) => refusal)].map(({ value }) => value);
}

/** Does an option say every one of these words, or words that begin so? */
export function says(option: OptionTold, words: string): boolean {
  return saidIn(`${option.name} ${option.text} ${option.also} ${option.group} ${option.refusal?.text ?? ""}`, words);
}

function saidIn(text: string, words: string): boolean {
  const said = wordsIn(text);
  return wordsIn(words).every((wanted) => said.some((word) => word.startsWith(wanted)));
}

function wordsIn(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** The groups of a step with how many stand in each; none where there is but one. */
export function groupsOf(options: readonly OptionTold[]): { name: string; count: number }[] {
  const names = [...new Set(options.map(({ group }) => group))].filter(Boolean);
  if (names.length < 2) return [];
  return names.map((name) => ({ name, count: options.filter((option) => option.group === name).length }));
}
