/** Links that open seats, and how they get onto the clipboard. */

import { ask } from "../protocol/http";

/** The link of a seat, at the address under which others reach this server; `hero`: who is meant to be played there. */
export async function linkTo(table: string, token: string, hero = ""): Promise<string> {
  const address = await publicAddress();
  return `${address}/join/${encodeURIComponent(table)}${hero && `?as=${encodeURIComponent(hero)}`}#${token}`;
}

let known: Promise<string> | undefined;

/** Under which others reach this server: as its host has set it, else as this browser came here. */
export function publicAddress(): Promise<string> {
  known ??= ask("get", "/api/house").then(
    (house) => house.address || location.origin,
    () => location.origin,
  );
  return known;
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
