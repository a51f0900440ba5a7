"""What axe-core finds wrong on a page for those who do not see it, or see it badly: by night and by day."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar, Literal

from playwright.sync_api import Page

from tests.page.house import PHONE

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
BY_COLOUR = ["color-contrast", "link-in-text-block"]  # rules to which it matters whether it is night or day
THEMES: dict[str, Literal["dark", "light"]] = {"night": "dark", "day": "light"}
RUN = """async ([theme, only, but, within, colours]) => {
  while (document.documentElement.dataset.theme !== theme) await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  for (const one of document.getAnimations()) one.finish(); // colours that are on their way
  const looks = new Set(colours ?? []);
  const part = colours ? unlike(document.querySelector(within || "body")) : within || document;
  if (colours && !part.length) return [[], [...looks]];
  const found = await axe.run(part, {
    resultTypes: ["violations"], elementRef: false, preload: false,
    ...(only.length ? { runOnly: { type: "rule", values: only } } : {}),
    rules: Object.fromEntries(but.map((rule) => [rule, { enabled: false }])),
  });
  const why = ({ any, all, none }) => [...any, ...all, ...none][0]?.message;
  const said = (node) => `${node.target.join(" ")} ${node.html.slice(0, 160)} ${why(node)}`;
  return [found.violations.map((one) => `${one.id}: ${one.nodes.slice(0, 4).map(said).join(" | ")}`), [...looks]];

  // Of all that has words, one for each look that is not among the others yet: its letters, and all they stand on
  function unlike(root) {
    const grounds = new Map(), found = [];
    const ground = (element) => {
      if (!element) return "";
      if (!grounds.has(element)) {
        const style = getComputedStyle(element);
        const own = `${style.backgroundColor} ${style.backgroundImage} ${style.opacity} ${style.filter}`;
        const lies = style.position !== "static" && !/^rgb\\(/.test(style.backgroundColor); // on whatever is there
        grounds.set(element, `${ground(element.parentElement)}/${own}${lies ? ` ${grounds.size} ${location}` : ""}`);
      }
      return grounds.get(element);
    };
    for (const element of [root, ...root.querySelectorAll("*")]) {
      // axe passes over what cannot be seen or done
      if (!element.checkVisibility() || element.closest(":disabled, [aria-disabled=true]")) continue;
      if (![...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim())) continue;
      const style = getComputedStyle(element);
      const letters = `${style.color} ${style.fill} ${style.fontSize} ${style.fontWeight} ${style.textDecorationLine}`;
      const look = hashed(`${element.localName} ${letters} ${style.textShadow}${ground(element)}`);
      if (looks.has(look)) continue;
      looks.add(look);
      found.push(element);
    }
    return found;
  }

  function hashed(text) {
    let [one, two] = [0, 5381];
    for (let at = 0; at < text.length; at++) {
      one = (Math.imul(one, 31) + text.charCodeAt(at)) | 0;
      two = (Math.imul(two, 33) ^ text.charCodeAt(at)) | 0;
    }
    return `${one} ${two}`;
  }
}"""
OPEN_ALL = "() => document.querySelectorAll('details:not([open])').forEach((one) => (one.open = true))"


class Axe:
    """Looks at pages, and keeps what it finds. Colours take half the time: unless all is looked at, words that look
    alike, and stand on what looks alike, are looked at once, and not again on a phone, which has the colours of the
    desk."""

    looks: ClassVar[dict[str, list[str]]] = {theme: [] for theme in THEMES}

    def __init__(self, all_of_it: bool) -> None:
        self.found: list[str] = []
        self.all_of_it = all_of_it

    def look(self, page: Page, what: str, within: str = "") -> None:
        """All rules as the page is by night; those of colours by day as well. Where all around is known, a part of the
        page is enough: axe would take as long for the rest again."""
        if self.all_of_it:
            self._look(page, what, "night", within)
            self._look(page, what, "day", within, only=BY_COLOUR)
            return
        self._look(page, what, "night", within, but=BY_COLOUR)
        if page.viewport_size != PHONE:
            for theme in THEMES:
                self._look(page, what, theme, within, only=BY_COLOUR)

    def _look(
        self, page: Page, what: str, theme: str, within: str, *, only: Sequence[str] = (), but: Sequence[str] = ()
    ) -> None:
        page.emulate_media(color_scheme=THEMES[theme])
        seen = self.looks[theme] if only and not self.all_of_it else None
        found, looks = page.evaluate(RUN, [theme, list(only), list(but), within, seen])
        if seen is not None:
            self.looks[theme] = looks
        self.found += [f"{what}, {theme}: {violation}" for violation in found]


def open_all(page: Page) -> None:
    """Whatever can be unfolded is unfolded, and what was in it, too."""
    for _ in range(2):
        page.evaluate(OPEN_ALL)
        page.wait_for_timeout(40)
