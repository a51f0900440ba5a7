/** The name that somebody last gave here, so that they need not type it again. */

import { keep, kept } from "../look/kept";

export function myName(): string {
  return kept("name") ?? "";
}

export function rememberMe(name: string): void {
  keep("name", name);
}
