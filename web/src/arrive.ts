/** After a change of page: the focus goes to its heading as soon as that is there, unless somebody has gone on elsewhere;
 *  and from one that only stood there until the page was loaded to the one in its place. */

const PATIENCE = 5_000; // milliseconds that a page may take

/** A title without what calls: whoever listens is told that by the table, and once. */
export const quiet = (title: string): string => title.replace(/^● [^·]*· /, "");

/** `before` had the focus when the page was left; `told` is called with the title of the new one. Gives how to stop it. */
export function arrive(before: Element | null, told: (title: string) => void): () => void {
  const watch = new MutationObserver(look);
  const timer = setTimeout(stop, PATIENCE);
  watch.observe(document.body, { childList: true, subtree: true });
  let found: HTMLElement | null = null;
  look();
  return stop;

  function stop(): void {
    watch.disconnect();
    clearTimeout(timer);
  }

  function look(): void {
    const now = document.activeElement;
    if (now !== before && now !== found && now !== document.body) return stop();
    const heading = document.querySelector<HTMLElement>("h1");
    if (!heading || heading === found) return;
    found = heading;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    told(quiet(document.title));
  }
}
