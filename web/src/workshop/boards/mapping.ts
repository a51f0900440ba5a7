/** A picture that lies under a board: two of its spots lie on two of the board's. */

import type { Point } from "../../board/lay/cells";
import { laid } from "../../board/lay/plane";

export type Spot = [number, number];

/** As the entry of the board has it: spots of the picture in its width, spots of the board in cells. */
export interface MapUnder {
  picture: string;
  spots: [Spot, Spot];
  onto: [Spot, Spot];
  strength: number;
  seen: "gm" | "everybody";
}

/** The map that a board has, with what is usual where its entry does not say it. */
export function mapOf(whole: Readonly<Record<string, unknown>>): MapUnder | null {
  const told = whole["map"] as (Pick<MapUnder, "picture" | "spots" | "onto"> & Partial<MapUnder>) | undefined;
  return told ? { strength: 100, seen: "gm", ...told } : null;
}

/** By how many degrees it is turned. */
export const turned = (map: Pick<MapUnder, "spots" | "onto">): number => {
  const { a, b } = laid(map);
  return Math.round((Math.atan2(b, a) * 1800) / Math.PI) / 10 + 0;
};

/** A picture of this shape, as large as fits round the middle of a box of cells. */
export function laidOut(picture: string, ratio: number, box: { x: number; y: number; width: number; height: number }): MapUnder {
  const width = Math.max(box.width, box.height / ratio, 1);
  const [left, top] = [box.x + (box.width - width) / 2, box.y + (box.height - width * ratio) / 2];
  return { picture, spots: [[0, 0], [1, round(ratio)]], onto: [[round(left), round(top)], [round(left + width), round(top + width * ratio)]], strength: 60, seen: "gm" };
}

/** One of its two spots is pulled elsewhere; the other stays. */
export function pulled(map: MapUnder, which: 0 | 1, to: Point): MapUnder {
  const spot: Spot = [round(to.x), round(to.y)];
  return { ...map, onto: which === 0 ? [spot, map.onto[1]] : [map.onto[0], spot] };
}

const round = (number: number): number => Math.round(number * 1000) / 1000;

// ---------------------------------------------------------------- pictures

export const MOST_BYTES = 5_000_000; // of a picture in a pack
const LONGEST = 4096; // pixels of a side of one that is made smaller
const KINDS = ["image/png", "image/jpeg", "image/webp"];

/** The file as the pack takes it: as it is, or smaller. Nothing where it is no picture. */
export async function fitting(file: File): Promise<{ blob: Blob; name: string; ratio: number } | null> {
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (!bitmap) return null;
  const ratio = bitmap.height / bitmap.width;
  const name = file.name.replace(/\.[^.]+$/, "").replace(/[^A-Za-z0-9_ -]+/g, "_").slice(0, 60) || "map";
  if (KINDS.includes(file.type) && file.size <= MOST_BYTES) return { blob: file, name: `${name}.${{ "image/png": "png", "image/jpeg": "jpg" }[file.type] ?? "webp"}`, ratio };
  const scale = Math.min(1, LONGEST / Math.max(bitmap.width, bitmap.height));
  const canvas = new OffscreenCanvas(Math.max(1, Math.round(bitmap.width * scale)), Math.max(1, Math.round(bitmap.height * scale)));
  canvas.getContext("2d")!.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  const blob = await canvas.convertToBlob({ type: "image/webp", quality: 0.85 });
  return { blob, name: `${name}.${blob.type === "image/webp" ? "webp" : "png"}`, ratio };
}
