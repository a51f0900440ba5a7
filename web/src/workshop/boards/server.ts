/** What the board editor asks of the server: what boards are made of, what a plan comes to, and how the rules see it. */

import type { Board } from "../../board/aimed";
import { ask } from "../../protocol/http";
import type { Fault, Sentence } from "./drawing.svelte";
import type { Palette, Plan } from "./plan";

/** What the server makes of a text and a plan. Without a plan the text has a mistake. */
export interface Drafted {
  text: string;
  plan: Plan | null;
  shown: Board | null;
  faults: Fault[];
  checks: Sentence[];
}
