/** What a game lays out in the bar beside whoever acts: the slots and hands of one, the armour of another. Each is loaded
 * when its game is played. */

import type { Component } from "svelte";
import type { Document } from "../protocol/types";
import type { Aim } from "../turn/aim.svelte";

export type Bench = Component<{ document: Document; aim: Aim }>;

export interface BenchOf {
  load: () => Promise<{ default: Bench }>;
  share: string; // of the bar
  narrow?: boolean; // there is room for the deed beside what can be done
  phone?: boolean; // it has a place on a phone, too
}

const BENCHES: Record<string, BenchOf> = {
  navyblue: { load: () => import("./navyblue/Bench.svelte") as Promise<{ default: Bench }>, share: "0 0 56%" },
  cloudbreaker: { load: () => import("./cloudbreaker/Party.svelte") as Promise<{ default: Bench }>, share: "0 0 46%", phone: true },
  crawl: { load: () => import("./crawl/Armour.svelte") as Promise<{ default: Bench }>, share: "0 0 176px", narrow: true },
};

export function benchOf(game: string): BenchOf | undefined {
  return BENCHES[game];
}
