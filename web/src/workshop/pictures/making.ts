/** A picture of somebody's own: read as the browser reads pictures, and cut out small enough for a token. */

import { words } from "../../words";
import type { Crop, Size } from "./crop";

export const MOST_BYTES = 100_000; // of a picture on a token, as the server takes it
const MOST_FILE = 30_000_000; // bytes of a file that is read
const LONGEST = 1024; // pixels of a side of what is kept to cut from
const SIDE = 256; // pixels of what is cut out
const KINDS = ["image/webp", "image/jpeg"]; // not every browser writes the first
const QUALITIES = [0.88, 0.7, 0.5];

/** A picture to cut from: its address in this page, and what it was called. */
export interface Source extends Size {
  address: string;
  name: string;
}

/** Reads a file; throws in words where it is no picture. */
export async function sourceOf(file: File): Promise<Source> {
  if (file.size > MOST_FILE) throw new Error(words.pictures.tooLarge(file.size, MOST_FILE));
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new Error(words.pictures.noPicture);
  });
  const scale = Math.min(1, LONGEST / Math.max(bitmap.width, bitmap.height));
  const [width, height] = [Math.max(1, Math.round(bitmap.width * scale)), Math.max(1, Math.round(bitmap.height * scale))];
  const blob = await drawn(bitmap, { x: 0, y: 0, width: bitmap.width, height: bitmap.height }, width, height, 0.92);
  bitmap.close();
  return { address: URL.createObjectURL(blob), width, height, name: file.name.replace(/\.[^.]+$/, "").replace(/[_-]+/g, " ") };
}

/** Cuts it out: as well as there is room for. */
export async function cutOut(source: Source, crop: Crop): Promise<Blob> {
  const image = new Image();
  image.src = source.address;
  await image.decode();
  const side = Math.max(1, Math.min(SIDE, Math.round(crop.side)));
  for (const quality of QUALITIES) {
    const found = await drawn(image, { x: crop.x, y: crop.y, width: crop.side, height: crop.side }, side, side, quality);
    if (found.size <= MOST_BYTES) return found;
  }
  throw new Error(words.pictures.noPicture);
}

async function drawn(from: CanvasImageSource, part: { x: number; y: number } & Size, width: number, height: number, quality: number): Promise<Blob> {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error(words.pictures.noPicture);
  pen.fillStyle = "#d8cdb6"; // behind what is clear: a token is a plate
  pen.fillRect(0, 0, width, height);
  pen.imageSmoothingQuality = "high";
  pen.drawImage(from, part.x, part.y, part.width, part.height, 0, 0, width, height);
  for (const kind of KINDS) {
    const found = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, kind, quality));
    if (found?.type === kind) return found;
  }
  throw new Error(words.pictures.noPicture);
}

/** The bytes of a picture as words, as they are sent to a table and stand in a character's file. */
export async function inWords(picture: Blob): Promise<string> {
  const bytes = new Uint8Array(await picture.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}
