/** Links that open seats, and how they get onto the clipboard. */

import { ask } from "../protocol/http";
import { hostToken } from "../protocol/seats";

/** The link of a seat, at the address under which others reach this server; `hero`: who is meant to be played there. */
export async function linkTo(table: string, token: string, hero = ""): Promise<string> {
  const address = await publicAddress();
  return `${address}/join/${encodeURIComponent(table)}${hero && `?as=${encodeURIComponent(hero)}`}#${token}`;
}

const house = once(() => ask("get", "/api/house"));

/** Under which others reach this server: as its host has set it, else as this browser came here. */
export const publicAddress = once(() => house().then((told) => told.address || location.origin, () => location.origin));

/** May tables be started from this browser? Where that is not known, it is tried. */
export const mayStart = (): Promise<boolean> => house().then((told) => told.open || hostToken() !== "", () => true);

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let known: Promise<T> | undefined;
  return () => (known ??= work());
}

/** Does this address lead here from this machine alone? */
export const isLocal = (address: string): boolean => /^https?:\/\/(localhost|127\.|\[::1\])/.test(address);

/** Copies; where browsers withhold the clipboard (plain HTTP on a LAN), by the older way. */
export async function copied(text: string): Promise<boolean> {
  if (navigator.clipboard) {
    const done = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
    if (done) return true;
  }
  const field = document.createElement("textarea");
  field.value = text;
  field.setAttribute("readonly", "");
  field.className = "unseen";
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  return done;
}
