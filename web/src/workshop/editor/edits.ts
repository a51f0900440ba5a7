/** Edits of an entry: what is set where. The server writes them into the text; here they are seen at once. */

import type { Table, Value } from "./schema";

export type Path = readonly (string | number)[];
export interface Edit {
  path: (string | number)[];
  value?: Value; // without one: taken away
}

export const keyOf = (path: Path): string => path.join(".");

export function at(value: Value | undefined, path: Path): Value | undefined {
  let found: Value | undefined = value;
  for (const step of path) {
    if (found === null || typeof found !== "object") return undefined;
    found = (found as Record<string | number, Value>)[step];
  }
  return found;
}

export const set = (path: Path, value: Value): Edit => (value === null ? { path: [...path] } : { path: [...path], value });
export const away = (path: Path): Edit => ({ path: [...path] });

/** The entry after the edits, in order. */
export function edited(entry: Table, edits: readonly Edit[]): Table {
  return edits.reduce((so, edit) => put(so, edit.path, edit.value) as Table, entry as Value) as Table;
}

function put(here: Value | undefined, [step, ...rest]: readonly (string | number)[], value: Value | undefined): Value {
  if (step === undefined) return value ?? null;
  if (typeof step === "number") {
    const list = Array.isArray(here) ? [...(here as Value[])] : [];
    if (!rest.length && value === undefined) list.splice(step, 1);
    else list[step] = put(list[step], rest, value);
    return list;
  }
  const table: Record<string, Value> = here !== null && typeof here === "object" && !Array.isArray(here) ? { ...(here as Table) } : {};
  if (!rest.length && value === undefined) delete table[step];
  else table[step] = put(table[step], rest, value);
  return table;
}

/** Moves a part of a list: those between trade places one by one, so that the list itself stays as it is written. */
export function moved(list: readonly Value[], path: Path, from: number, to: number): Edit[] {
  const after = [...list];
  after.splice(to, 0, ...after.splice(from, 1));
  return after.flatMap((value, place) => (value === list[place] ? [] : [{ path: [...path, place], value }]));
}

/** As it was in what the entry was begun from; a part that was not there goes. */
export function asItWas({ path, was }: { path: readonly (string | number)[]; was: Value }): Edit {
  return set(path, was);
}

/** Does something at this place or within it differ? */
export function within<T extends { path: readonly (string | number)[] }>(all: readonly T[], path: Path): T[] {
  return all.filter((one) => path.every((step, i) => one.path[i] === step));
}
