/** Does a field want a line of its own? */

import type { Field } from "./schema";

const WIDE = new Set(["list", "record", "vocabulary", "table"]);

export function isWide({ shape }: Field): boolean {
  return WIDE.has(shape.is) || (shape.is === "text" && shape.long);
}
