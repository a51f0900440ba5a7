/** The rules of a game in chapters, and their words cut for reading. */

import type { RuleLine } from "../protocol/types";
import { words as said } from "../words";

export interface Chapter {
  name: string; // empty: where the book is silent
  rules: RuleLine[];
}

/** `Health System / Survival Check; Death` stands first under `Health System`, and `(stand-in for Chapter 2; its shape is
 *  known)`, which is a remark, under `Stand-in for Chapter 2`. */
export function headingOf(where: string): string {
  const remark = /^\(([^()]*)\)$/.exec(where)?.[1];
  const first = (remark ?? where).split(";")[0]!.split(" / ")[0]!.trim();
  if (remark === undefined) return first;
  return /\d/.test(first) || first !== first.toLowerCase() ? first.charAt(0).toUpperCase() + first.slice(1) : "";
}

/** In the order in which the book comes to them. */
export function chapters(rules: readonly RuleLine[], key: (rule: RuleLine) => string = (rule) => headingOf(rule.where)): Chapter[] {
  const found = new Map<string, RuleLine[]>();
  for (const rule of rules) {
    const name = key(rule);
    const there = found.get(name);
    if (there) there.push(rule);
    else found.set(name, [rule]);
  }
  return [...found].map(([name, inside]) => ({ name, rules: inside }));
}

export interface Given {
  given: string;
  when: string;
  then: string;
}

/** `GIVEN a WHEN b THEN c`; what is written otherwise is one sentence. */
export function exampleOf(words: string): Given {
  const cut = /^(?:GIVEN (.*?))?\s*(?:WHEN (.*?))?\s*THEN (.*)$/s.exec(words);
  return cut ? { given: cut[1] ?? "", when: cut[2] ?? "", then: cut[3] ?? "" } : { given: "", when: "", then: words };
}

export interface Piece {
  words: string;
  kind: "" | "option" | "rule" | "mark";
}

/** Words with the names of options and rules in them told apart. */
export function pieces(words: string): Piece[] {
  return withValues(words)
    .split(/(`[^`]+`|\bopt_\w+|\b[a-z]{2}\.[a-z_]+\.[a-z_0-9]+\b)/)
    .filter(Boolean)
    .map((part) => {
      const name = part.replace(/^`|`$/g, "");
      if (/^[a-z]{2}\.[a-z_]+/.test(name)) return { words: name, kind: "rule" };
      return /^`|^opt_/.test(part) ? { words: name, kind: "option" } : { words: part, kind: "" };
    });
}

/** Words with those marked that begin with something that is looked for. */
export function marked(words: string, wanted: readonly string[]): Piece[] {
  const parts = wanted.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  if (!parts.length) return [{ words, kind: "" }];
  return words
    .split(new RegExp(`((?<![\\p{L}\\p{N}])(?:${parts.join("|")}))`, "iu"))
    .filter(Boolean)
    .map((part) => ({ words: part, kind: new RegExp(`^(?:${parts.join("|")})$`, "iu").test(part) ? "mark" : "" }));
}

/** An option as it is called: `opt_plating_only_backfooted` → `Plating only backfooted`. */
export function optionName(name: string): string {
  const plain = name.replace(/^opt_/, "");
  const words = said.options[plain] ?? spoken(plain);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A value of an option as it is called: `fail_first` → `fail first`, `4_7_10` → `4, 7, 10`. */
export function valueName(value: unknown): string {
  if (typeof value === "boolean") return value ? said.lobby.on : said.lobby.off;
  return /^\d+(_\d+)+$/.test(String(value)) ? String(value).replace(/_/g, ", ") : spoken(String(value));
}

const spoken = (name: string): string => name.replace(/_/g, " ").replace(/\b(ap|dc|dr|ep|gm|hp|npc)\b/g, (short) => short.toUpperCase());

/** The values of options in a text as they are called. */
const withValues = (words: string): string => words.replace(/'(\w+_\w+)'/g, (_, value: string) => `“${valueName(value)}”`);

/** Plain words, with the options in them and their values as they are called. */
export function sentence(words: string): string {
  return withValues(words).replace(/`?\b(opt_\w+)`?/g, (_, name: string) => `“${optionName(name)}”`);
}

export type Row = string | string[] | Record<string, unknown>;

/** The table of a rule as heads and rows; heads are empty where it has none. */
export function tableOf(rows: readonly Row[]): { heads: string[]; rows: string[][] } {
  const first = rows[0];
  if (first !== undefined && typeof first === "object" && !Array.isArray(first)) {
    const heads = Object.keys(first);
    return { heads: heads.map((head) => head.replace(/_/g, " ")), rows: rows.map((row) => heads.map((head) => cell((row as Record<string, unknown>)[head]))) };
  }
  if (Array.isArray(first)) return { heads: first, rows: (rows.slice(1) as string[][]).map((row) => row.map(cell)) };
  return { heads: [], rows: rows.map((row) => [cell(row)]) };
}

function cell(value: unknown): string {
  return Array.isArray(value) ? value.join(", ") : value === undefined || value === null ? "" : String(value);
}
