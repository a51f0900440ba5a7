/** What the server tells of scenes that are being composed, and of the fights that it has them fought. */

import type { Board, Place } from "../../board/aimed";
import type { BeingShown, GaugeWay, LabLine, Option } from "../../protocol/types";
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

/** A line of the stream: what is known, or that others are served first, or why there is nothing. */
export type GaugeLine = Pick<LabLine, "gauge" | "of" | "place" | "fault">;

export type { GaugeTold, RosterLine } from "../../protocol/types";
export type Grade = "easy" | "fair" | "hard" | "deadly";
export const GRADES: readonly Grade[] = ["easy", "fair", "hard", "deadly"];

/** A change of the scene toward the wish, fought with the same dice. */
export type WayThere = Omit<GaugeWay, "edits" | "ghost"> & { edits: Edit[]; ghost: { from: string; at: Place } | null };
