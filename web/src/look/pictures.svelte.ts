/** Pictures by which beings are drawn: fetched once for each name, which is the hash of what is in it, and kept while the
 * page is open. Until one is there, and where it does not come, its being is drawn as a figure. */

import { getContext, setContext } from "svelte";
import { SvelteMap } from "svelte/reactivity";
import { file } from "../protocol/http";

const AGAIN = 5_000; // milliseconds after which a picture that did not come may be asked for again

export interface Seat {
  id: string; // of the table
  token: string;
}

const addresses = new SvelteMap<string, string>(); // by name
const asked = new Set<string>();
const KEY = Symbol("whose pictures");

/** All that is drawn below is drawn with the pictures that this seat may see. */
export function drawnFor(seat: () => Seat | null): void {
  setContext(KEY, seat);
}

/** How pictures are looked up here: by a name, or an address of this page as it is. */
export function pictures(): (picture: string | undefined) => string {
  const seat = getContext<(() => Seat | null) | undefined>(KEY);
  return (picture) => {
    if (!picture || picture.startsWith("blob:")) return picture ?? "";
    const there = addresses.get(picture);
    const whose = seat?.();
    if (there === undefined && whose) void fetched(whose, picture);
    return there ?? "";
  };
}

/** Pictures that are here already, by their names, as the bytes of files in Base64. */
export function given(found: Record<string, string>): void {
  for (const [name, bytes] of Object.entries(found)) addresses.set(name, `data:${kindOf(bytes)};base64,${bytes}`);
}

/** By the first bytes, of which three are four letters. */
function kindOf(bytes: string): string {
  if (bytes.startsWith("iVBORw")) return "image/png";
  if (bytes.startsWith("/9j/")) return "image/jpeg";
  return bytes.startsWith("R0lGOD") ? "image/gif" : "image/webp";
}

async function fetched({ id, token }: Seat, picture: string): Promise<void> {
  if (asked.has(picture)) return;
  asked.add(picture);
  try {
    const [, data] = await file("/api/tables/{table}/pictures/{picture}", { path: { table: id, picture }, token });
    const address = URL.createObjectURL(data);
    await readable(address);
    addresses.set(picture, address);
  } catch {
    setTimeout(() => asked.delete(picture), AGAIN);
  }
}

/** Can this browser draw it? Throws where it cannot. */
async function readable(address: string): Promise<void> {
  const image = new Image();
  image.src = address;
  await image.decode();
}
