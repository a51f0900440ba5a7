/** What is said to whoever listens: politely when there is a pause, or at once. */

export type Importance = "polite" | "assertive";

const TOGETHER = 250; // milliseconds in which what is new is said in one go
const GONE = 8_000; // after which it is no longer there to be read

class Announcements {
  polite = $state("");
  assertive = $state("");
  #waiting: Record<Importance, string[]> = { polite: [], assertive: [] };
  #timers: Partial<Record<Importance, ReturnType<typeof setTimeout>>> = {};

  say(words: string, importance: Importance): void {
    if (!words) return;
    this.#waiting[importance].push(words);
    clearTimeout(this.#timers[importance]);
    this.#timers[importance] = setTimeout(() => this.speak("", importance), TOGETHER);
  }

  /** Says all that waits, and this after it. */
  speak(words: string, importance: Importance): void {
    const said = [...this.#waiting[importance], words].filter(Boolean).join(" ");
    this.#waiting[importance] = [];
    clearTimeout(this.#timers[importance]);
    if (!said) return;
    this[importance] = this[importance] === said ? `${said}\u00a0` : said; // the same words once more are new all the same
    this.#timers[importance] = setTimeout(() => (this[importance] = ""), GONE);
  }
}

export const announcements = new Announcements();

export function announce(words: string, importance: Importance = "polite"): void {
  announcements.say(words, importance);
}
