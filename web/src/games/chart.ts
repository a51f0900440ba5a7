/** How a game draws what its first roll may come to, where it has a drawing of its own for that. */

import type { Component } from "svelte";
import type { OddsTold } from "../protocol/types";
import Throws from "./navyblue/Throws.svelte";

export type Chart = Component<{ odds: OddsTold }>;

/** Where every throw is told, they are counted out; elsewhere the bars tell enough. */
export function chartOf(odds: OddsTold): Chart | undefined {
  return odds.throws ? (Throws as Chart) : undefined;
}
