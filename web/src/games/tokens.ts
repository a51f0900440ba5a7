/** What is each game's own about a token: its piece, the pools it shows, and words for heights. */
import type { Component } from "svelte";
import type { Shown } from "../look/face";
import type { Drawing } from "../look/figures";
import type { BeingShown } from "../protocol/types";
import BlueBox from "./bluebox/Piece.svelte";
import Cloudbreaker from "./cloudbreaker/Piece.svelte";
import Crawl from "./crawl/Piece.svelte";
import NavyBlue from "./navyblue/Piece.svelte";
import Vitality from "./vitality/Piece.svelte";

export type Piece = Component<{ drawing: Drawing; party: boolean; being?: BeingShown; shown?: Shown }>;

export interface TokenFace {
  Piece: Piece;
  vital: readonly string[]; // the pool on the plate below
  second?: readonly string[]; // one that is shown with it
  drawn?: "bar" | "tally" | "ticks"; // how that one is shown
  bottom: number; // where the piece ends and the plate begins
  plate: number; // how high the plate is, with all that is shown on it
  square: boolean; // the frame of the acting one
  room: number; // pixels of a cell from which there is room for all
}

const FACES: Record<string, TokenFace> = {
  bluebox: { Piece: BlueBox as Piece, vital: ["HP"], bottom: 23, plate: 18, square: false, room: 57 },
  cloudbreaker: { Piece: Cloudbreaker as Piece, vital: ["HP"], second: ["MP"], drawn: "bar", bottom: 24, plate: 24, square: false, room: 57 },
  crawl: { Piece: Crawl as Piece, vital: ["HP"], second: ["EP"], drawn: "tally", bottom: 20, plate: 18, square: true, room: 68 },
  navyblue: { Piece: NavyBlue as Piece, vital: ["Vigor"], second: ["Slots"], drawn: "ticks", bottom: 24, plate: 33, square: true, room: 57 },
  vitality: { Piece: Vitality as Piece, vital: ["HP"], bottom: 21, plate: 18, square: false, room: 57 },
};

export function tokenFace(game: string): TokenFace {
  return FACES[game] ?? FACES["bluebox"]!;
}
