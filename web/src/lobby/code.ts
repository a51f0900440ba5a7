/** The code of the door of a table, as long as it is good: it is told once, so this browser remembers it. */

import { keep, kept } from "../look/kept";

export interface Code {
  code: string;
  until: number; // in seconds since 1970
}

const nameOf = (table: string): string => `code.${table}`;
const ALIKE = 5; // seconds by which the server may have counted otherwise

export function codeOf(table: string): Code | null {
  try {
    return JSON.parse(kept(nameOf(table)) ?? "null") as Code | null;
  } catch {
    return null;
  }
}

export function keepCode(table: string, code: Code | null): void {
  keep(nameOf(table), code && JSON.stringify(code));
}

/** Does it open the door that is open until then? Another code may have taken its place. */
export function holds(code: Code | null, door: number, now: number): boolean {
  return code !== null && code.until > now && Math.abs(code.until - door) < ALIKE;
}
