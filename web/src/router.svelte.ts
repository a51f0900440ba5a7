/** Which page is shown. */

import { routeOf } from "./routes";

class Router {
  path = $state(location.pathname);
  route = $derived(routeOf(this.path));
  /** Was one led on from the page before, without having asked for it? */
  ledOn = false;

  constructor() {
    addEventListener("popstate", () => {
      this.ledOn = false;
      this.path = location.pathname;
    });
    addEventListener("click", (event) => this.#follow(event));
  }

  go(path: string, replace = false): void {
    if (replace) history.replaceState(null, "", path);
    else history.pushState(null, "", path);
    this.ledOn = replace;
    this.path = location.pathname;
    scrollTo(0, 0);
  }

  /** What stands behind # in the address; it leaves the address bar at once. */
  takeHash(): string {
    const found = location.hash.slice(1);
    if (found) history.replaceState(null, "", location.pathname);
    return found;
  }

  #follow(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element).closest?.("a");
    if (!link || link.origin !== location.origin || link.target || link.hasAttribute("download")) return;
    if (link.pathname.startsWith("/api/") || (link.hash && link.pathname === location.pathname)) return;
    event.preventDefault();
    this.go(link.pathname + link.search + link.hash);
  }
}

export const router = new Router();
