/** What the server tells of scenes that are being composed, and of the fights that it has them fought. */

import type { Board, Place } from "../../board/aimed";
import type { BeingShown, Option } from "../../protocol/types";
import type { Edit } from "../editor/edits";
import type { Part, Table } from "../editor/schema";
import type { Told } from "../editor/told";

/** Somebody in the scene: their entry, and as the game master would see them at a table. */
export interface SceneBeing {
  id: string;
  from: string;
  kind: string;
  name: string;
  side: string;
  place: string; // in words
  picture: string; // a file of the pack
  shown: BeingShown;
}

/** As the server tells of them: who cannot be made as they are is not shown. */
export type BeingTold = Omit<SceneBeing, "shown"> & { shown: BeingShown | null };

/** Something that can be set. Its path begins at the scene, or at a being. */
export interface SceneField {
  of: "scene" | "being";
  group: string; // the tool that shows it
  path: (string | number)[];
  schema: Part;
  on: string; // what of the board is meant: a place, several, somebody; or nothing
}

/** A condition with which somebody may begin. */
export interface Beginning {
  condition: string | Table; // as a file has it
  title: string;
  hides: boolean; // the players know nothing of them
  quick: boolean; // stands as a button of its own
}

export interface SceneTold extends Told {
  shown: Board | null;
  beings: BeingTold[];
  sides: { id: string; name: string }[];
  modes: string[];
  starts: Record<string, Place[]>;
  fields: SceneField[];
  begins: Beginning[];
  options: Option[];
}

/** Somebody who can be put in. */
export interface RosterLine {
  from: string;
  kind: string;
  name: string;
  side: string;
  level: number | null;
  price: number | null;
  unit: string; // of the price
  hp: number;
  summary: [string, string][];
  text: string;
  look: string;
  picture: string;
  of: string; // the pack; empty: of the game
}

export interface Spread {
  mean: number;
  low: number;
  high: number;
}

export interface Share {
  share: number;
  low: number;
  high: number;
}

/** All that is known after so many fights. */
export interface GaugeTold {
  fights: number;
  endless: number;
  hp: { pool: string; left: number; of: number; low: number; high: number; spread: [number, number, number][] };
  resources: { name: string; left: number; of: number }[];
  worst: { health: number; down: number };
  down: Spread;
  of_party: number;
  rounds: Spread;
  who: { id: string; name: string; ever: number; first: number; low: number; high: number }[];
  wins: Share;
  anybody_down: Share;
  grade: Grade | null;
  unused: { who: string; what: string }[] | null;
  policies: Record<string, string>; // by side
  notes: string[]; // what was done to be able to fight it
}

/** A line of the stream: what is known, or that others are served first, or why there is nothing. */
export interface GaugeLine {
  gauge: GaugeTold | null;
  of: number; // fights
  place: number; // in the queue of those who wait
  fault: string;
}

export type Grade = "easy" | "fair" | "hard" | "deadly";
export const GRADES: readonly Grade[] = ["easy", "fair", "hard", "deadly"];

/** A change of the scene toward the wish, fought with the same dice. */
export interface WayThere {
  words: string;
  edits: Edit[];
  id: string; // who of the scene is concerned
  ghost: { from: string; at: Place } | null;
  hp: { less: number; low: number; high: number };
  down: Spread; // how many more
  wins: Share;
  grade: Grade;
  fits: boolean; // with it the scene is as wished
  fights: number;
}
