/** Drawings as they are drawn. */
import type { Document, DrawingShown } from "../../protocol/types";
import { COLOURS, type Place } from "../aimed";
import type { Point } from "../lay/cells";

export interface Sketch {
  id: string;
  kind: DrawingShown["kind"];
  points: readonly (readonly [number, number])[]; // in hundredths of a cell
  text: string;
  colour: number; // that of the seat
  alone: boolean; // for the game master alone
}

/** What is drawn with on the board: each point on its plane, the place under it, and what is being drawn. */
export interface Pen {
  sketch: Sketch | null;
  pick(place: Place, centre: readonly [number, number]): void; // by the keyboard
  draw(spot: readonly [number, number], place: Place | null, how: "begin" | "on" | "end" | "lost"): void;
}

export interface Drawing {
  on: boolean;
  turn(): void;
}

const HEAD = 15; // of an arrow, on the plate
const WIDE = 0.45; // radians to each side

export function sketchesOf(doc: Pick<Document, "drawings" | "seats">): Sketch[] {
  const seats = Object.keys(doc.seats);
  return Object.entries(doc.drawings).map(([id, { kind, points, text, seen, owner }]) => {
    return { id, kind, points, text, colour: Math.max(0, seats.indexOf(owner)) % COLOURS, alone: seen === "gm" };
  });
}

export function lineOf(points: readonly Point[]): string {
  return points.map(({ x, y }, i) => `${i ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
}

export function arrowhead(from: Point, to: Point): string {
  const turn = Math.atan2(to.y - from.y, to.x - from.x);
  const end = (by: number) => ({ x: to.x - HEAD * Math.cos(turn + by), y: to.y - HEAD * Math.sin(turn + by) });
  return lineOf([end(WIDE), to, end(-WIDE)]);
}
