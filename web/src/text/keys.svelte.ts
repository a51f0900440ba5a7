/** Single keys that do something: they can be switched off, for who dictates, mistypes or uses a screen reader. */

import { keep, kept } from "../look/kept";

/** Where the Escape key is the field's own. */
export const TYPED = "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]";

class Keys {
  on = $state(kept("keys") !== "off");
  /** Is the help open? */
  help = $state(false);

  switch(on: boolean): void {
    this.on = on;
    keep("keys", on ? "on" : "off");
  }

  /** A plain key, pressed where nobody types, while single keys do things. */
  may(event: KeyboardEvent): boolean {
    if (!this.on || event.repeat || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return false;
    return !(event.target as Element | null)?.closest?.("input, textarea, select, [contenteditable], dialog");
  }
}

export const keys = new Keys();
