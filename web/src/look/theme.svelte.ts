/** Night or day: as the system has it, until somebody chooses here. */

export type Theme = "night" | "day";

const KEPT = "ludex.theme";
const light = matchMedia("(prefers-color-scheme: light)");

function kept(): Theme | null {
  try {
    const found = localStorage.getItem(KEPT);
    return found === "night" || found === "day" ? found : null;
  } catch {
    return null;
  }
}

class ThemeSwitch {
  now = $state<Theme>(kept() ?? (light.matches ? "day" : "night"));

  constructor() {
    light.addEventListener("change", () => {
      if (kept() === null) this.#show(light.matches ? "day" : "night");
    });
    this.#show(this.now);
  }

  toggle(): void {
    const chosen = this.now === "night" ? "day" : "night";
    try {
      localStorage.setItem(KEPT, chosen);
    } catch {
      // it holds until the page is closed
    }
    this.#show(chosen);
  }

  #show(theme: Theme): void {
    this.now = theme;
    document.documentElement.dataset["theme"] = theme;
  }
}

export const theme = new ThemeSwitch();
