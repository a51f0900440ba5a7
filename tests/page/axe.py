"""What axe-core finds wrong on a page for those who do not see it, or see it badly: by night and by day."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from playwright.sync_api import Page

from tests.page.house import PHONE

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
BY_COLOUR = ["color-contrast", "link-in-text-block"]  # rules to which it matters whether it is night or day
THEMES: dict[str, Literal["dark", "light"]] = {"night": "dark", "day": "light"}
RUN = """async ([theme, only, but, within]) => {
  while (document.documentElement.dataset.theme !== theme) await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  for (const one of document.getAnimations()) one.finish(); // colours that are on their way
  const found = await axe.run(within || document, {
    resultTypes: ["violations"], elementRef: false, preload: false,
    ...(only.length ? { runOnly: { type: "rule", values: only } } : {}),
    rules: Object.fromEntries(but.map((rule) => [rule, { enabled: false }])),
  });
  const why = ({ any, all, none }) => [...any, ...all, ...none][0]?.message;
  const said = (node) => `${node.target.join(" ")} ${node.html.slice(0, 160)} ${why(node)}`;
  return found.violations.map((one) => `${one.id}: ${one.nodes.slice(0, 4).map(said).join(" | ")}`);
}"""
OPEN_ALL = "() => document.querySelectorAll('details:not([open])').forEach((one) => (one.open = true))"


class Axe:
    """Looks at pages, and keeps what it finds. A phone has the colours of the desk: there they are looked at only when
    all is, since they take half the time."""

    def __init__(self, all_of_it: bool) -> None:
        self.found: list[str] = []
        self.all_of_it = all_of_it

    def look(self, page: Page, what: str, within: str = "") -> None:
        """All rules as the page is by night; those of colours by day as well. Where all around is known, a part of the
        page is enough: axe would take as long for the rest again."""
        if page.viewport_size == PHONE and not self.all_of_it:
            self._look(page, what, "night", within, but=BY_COLOUR)
        else:
            self._look(page, what, "night", within)
            self._look(page, what, "day", within, only=BY_COLOUR)

    def _look(
        self, page: Page, what: str, theme: str, within: str, *, only: Sequence[str] = (), but: Sequence[str] = ()
    ) -> None:
        page.emulate_media(color_scheme=THEMES[theme])
        found = page.evaluate(RUN, [theme, list(only), list(but), within])
        self.found += [f"{what}, {theme}: {violation}" for violation in found]


def open_all(page: Page) -> None:
    """Whatever can be unfolded is unfolded, and what was in it, too."""
    for _ in range(2):
        page.evaluate(OPEN_ALL)
        page.wait_for_timeout(40)
