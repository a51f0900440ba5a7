/** Differences of a document, as the server tells them: `[path, value]`, or `[path]` for what is gone. */

type Key = string | number;

/** The document after these changes. What does not change is the same object as before; nothing is changed in place. */
export function apply<T>(document: T, changes: readonly (readonly unknown[])[]): T {
  let found: unknown = document;
  for (const change of changes) found = changed(found, change[0] as Key[], 0, change);
  return found as T;
}

function changed(here: unknown, path: Key[], depth: number, change: readonly unknown[]): unknown {
  const key = path[depth];
  if (key === undefined) return change[1];
  if (Array.isArray(here)) {
    const copy: unknown[] = here.slice(); // nothing goes from a list: one that gets shorter is told whole
    copy[key as number] = changed(copy[key as number], path, depth + 1, change);
    return copy;
  }
  const record = { ...(here as Record<string, unknown>) };
  if (depth === path.length - 1 && change.length === 1) delete record[key];
  else record[key] = changed(record[key], path, depth + 1, change);
  return record;
}
