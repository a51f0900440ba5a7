/** Who plays by keys keeps their place: where what had the focus is gone, the focus goes on to what comes next; where it
 *  only could not be used for a while, the focus comes back. Where nothing comes next, it waits a little for that, as long
 *  as others only answer what was done. Who uses a pointer is left alone. */

import { onward } from "../turn/lead";

const SOON = 2_000; // milliseconds after which somebody may be reading where the focus waits

export function keepFocus(): () => void {
  let last: HTMLElement | null = null; // what had the focus
  let keyed = true; // a screen reader may keep the keys to itself
  let until = 0; // how long it waits where it was put for want of anything to do
  let timer: ReturnType<typeof setTimeout> | undefined;
  const watch = new MutationObserver(look);
  const taken = (event: Event) => {
    last = event.target as HTMLElement;
    if (waits(last)) until = Date.now() + SOON;
  };
  const waits = (at: Element | null) => at?.id === "actions"; // nobody goes there by themselves
  const byKeys = () => (keyed = true);
  const byPointer = () => (keyed = false);
  document.addEventListener("focusin", taken);
  document.addEventListener("keydown", byKeys, true);
  document.addEventListener("pointerdown", byPointer, true);
  watch.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ["disabled"] });
  return () => {
    watch.disconnect();
    clearTimeout(timer);
    document.removeEventListener("focusin", taken);
    document.removeEventListener("keydown", byKeys, true);
    document.removeEventListener("pointerdown", byPointer, true);
  };

  function isLost(): boolean {
    const now = document.activeElement;
    if (waits(now)) return keyed && Date.now() < until && onward() !== now;
    const nowhere = now === null || now === document.body;
    return keyed && nowhere && last !== null && !(last.isConnected && last.matches(":disabled"));
  }

  function look(): void {
    if (!isLost()) return;
    clearTimeout(timer);
    timer = setTimeout(goOn); // whoever knows better where it goes has been there by then
  }

  function goOn(): void {
    if (!isLost()) return;
    if (last?.isConnected) last.focus();
    if (document.activeElement === document.body || waits(document.activeElement)) onward()?.focus({ preventScroll: true });
  }
}
