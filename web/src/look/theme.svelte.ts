/** Night or day: as the system has it, until somebody chooses here. */

import { keep, kept } from "./kept";

export type Theme = "night" | "day";

const light = matchMedia("(prefers-color-scheme: light)");

function chosen(): Theme | null {
  const found = kept("theme");
  return found === "night" || found === "day" ? found : null;
}

class ThemeSwitch {
  now = $state<Theme>(chosen() ?? (light.matches ? "day" : "night"));

  constructor() {
    light.addEventListener("change", () => {
      if (chosen() === null) this.#show(light.matches ? "day" : "night");
    });
    this.#show(this.now);
  }

  toggle(): void {
    const other = this.now === "night" ? "day" : "night";
    keep("theme", other);
    this.#show(other);
  }

  #show(theme: Theme): void {
    this.now = theme;
    document.documentElement.dataset["theme"] = theme;
  }
}

export const theme = new ThemeSwitch();
