"""What axe-core finds wrong on a page for those who do not see it, or see it badly: by night and by day."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page

from tests.page.house import PHONE

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
BY_COLOUR = ["color-contrast", "link-in-text-block"]  # rules to which it matters whether it is night or day
THEMES: dict[str, list[str]] = {"night": [], "day": BY_COLOUR}  # and which rules are looked at: none named are all
RUN = """async ([theme, only, within]) => {
  while (document.documentElement.dataset.theme !== theme) await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  for (const one of document.getAnimations()) one.finish(); // colours that are on their way
  const found = await axe.run(within || document, {
    resultTypes: ["violations"], elementRef: false, preload: false,
    ...(only.length ? { runOnly: { type: "rule", values: only } } : {}),
  });
  const why = ({ any, all, none }) => [...any, ...all, ...none][0]?.message;
  const said = (node) => `${node.target.join(" ")} ${node.html.slice(0, 160)} ${why(node)}`;
  return found.violations.map((one) => `${one.id}: ${one.nodes.slice(0, 4).map(said).join(" | ")}`);
}"""
OPEN_ALL = "() => document.querySelectorAll('details:not([open])').forEach((one) => (one.open = true))"


class Axe:
    """Looks at pages, and keeps what it finds. The colours of the day are those of the desk on a phone, too: there they
    are looked at only when all is."""

    def __init__(self, all_of_it: bool) -> None:
        self.found: list[str] = []
        self.all_of_it = all_of_it

    def look(self, page: Page, what: str, within: str = "") -> None:
        """All rules as the page is by night; those of colours by day as well. Where all around is known, a part of the
        page is enough: axe would take as long for the rest again."""
        for theme, only in THEMES.items():
            if theme == "day" and page.viewport_size == PHONE and not self.all_of_it:
                continue
            page.emulate_media(color_scheme="dark" if theme == "night" else "light")
            self.found += [f"{what}, {theme}: {violation}" for violation in page.evaluate(RUN, [theme, only, within])]


def open_all(page: Page) -> None:
    """Whatever can be unfolded is unfolded, and what was in it, too."""
    for _ in range(2):
        page.evaluate(OPEN_ALL)
        page.wait_for_timeout(40)
