/** Who plays by keys keeps their place: where what had the focus is gone, the focus goes on to what comes next; where it
 *  only could not be used for a while, the focus comes back. Who uses a pointer is left alone. */

import { onward } from "../turn/lead";

export function keepFocus(): () => void {
  let last: HTMLElement | null = null; // what had the focus
  let keyed = true; // a screen reader may keep the keys to itself
  let timer: ReturnType<typeof setTimeout> | undefined;
  const watch = new MutationObserver(look);
  const taken = (event: Event) => (last = event.target as HTMLElement);
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
    const nowhere = document.activeElement === null || document.activeElement === document.body;
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
    if (document.activeElement === document.body) onward()?.focus({ preventScroll: true });
  }
}
