"""The site, printed: every file of it by its name. Nothing of it comes from elsewhere, and nothing needs a server."""

from __future__ import annotations

import json
import posixpath
from collections.abc import Iterator
from pathlib import Path

from ludex.lab.report.markup import Html, join, tag
from press.books import Book
from press.checkout import Checkout
from press.leaf import Chapter, Found, Leaf, Link, framed, linked
from press.places import PICTURES, book_page, page_of, rule_at, way
from press.prose import Part, Prose, prose
from press.sources import code_leaves, scene_leaves

ROOT = Path(__file__).parent.parent
LOOK = ("web/src/look/tokens.css", "web/public/theme.js", "web/public/ludex.svg", "press/site.css", "press/site.js")
FONTS = "src/ludex/lab/report/fonts"
FACES = "web/node_modules/@fontsource"  # italics, small capitals and the faces of the games, where the page is built
MORE_FACES = (
    "alegreya/files/alegreya-latin-400-italic", "alegreya-sc/files/alegreya-sc-latin-700-normal",
    "federo/files/federo-latin-400-normal", "grenze-gotisch/files/grenze-gotisch-latin-600-normal",
    "stardos-stencil/files/stardos-stencil-latin-700-normal", "fondamento/files/fondamento-latin-400-normal",
    "alfa-slab-one/files/alfa-slab-one-latin-400-normal",
)  # fmt: skip

# The contents of the pages; one that is not named here stands under the last heading
PARTS = {
    "Play": (
        "README.md", "docs/hosting.md", "docs/replays.md", "docs/dice.md", "docs/assistants.md", "docs/webhooks.md",
    ),
    "Write": ("docs/content.md", "docs/scenes.md", "docs/packs.md"),
    "Try out": ("docs/lab.md", "docs/opponents.md", "docs/difficulty.md", "docs/envs.md", "docs/speed.md"),
    "Build": ("docs/design.md", "docs/glossary.md", "docs/contributing.md", "docs/adding-a-rule.md"),
}  # fmt: skip
LAST = "Build"
File = str | bytes


def printed(checkout: Checkout) -> dict[str, File]:
    site, root = Site(checkout), checkout.root
    files: dict[str, File] = {leaf.path: framed(leaf) for leaf in site.leaves()}
    files["index.js"] = f"ludexIndex({json.dumps(site.found, ensure_ascii=False, separators=(',', ':'))});\n"
    files |= {path.removeprefix("docs/"): (root / path).read_bytes() for path in site.taken_along}
    return files | dict(look(root))


def look(root: Path) -> Iterator[tuple[str, File]]:
    for path in LOOK:
        yield f"look/{posixpath.basename(path)}", (root / path).read_bytes()
    for font in sorted((root / FONTS).iterdir()):
        yield f"look/{font.name}", font.read_bytes()
    for face in MORE_FACES:
        font = root / FACES / f"{face}.woff2"
        if font.exists():
            yield f"look/{font.name}", font.read_bytes()


class Site:
    """All its leaves, and what the search finds on them."""

    def __init__(self, checkout: Checkout) -> None:
        self.checkout = checkout
        self.found: list[Found] = []
        self.taken_along: set[str] = set()  # pictures and the like
        self.code: set[str] = set()  # files of code to which pages lead
        self.pages = {path: self._prose(path) for path in checkout.pages()}

    def leaves(self) -> Iterator[Leaf]:
        for path, page in self.pages.items():
            yield self._page(path, page)
        for game in self.checkout.books:
            book = Book(self.checkout, game)
            self.found += book.found()
            yield from book.leaves()
            yield from scene_leaves(self.checkout, game)
        yield from code_leaves(self.checkout, sorted(self.code))

    # ------------------------------------------------------------ pages that are written

    def _prose(self, path: str) -> Prose:
        here = page_of(path)

        def rule(id: str) -> str:
            at = rule_at(self.checkout, id)
            return way(here, at) if at else ""

        return prose(self.checkout.read(path), lambda link: self._lead(path, link), rule)

    def _lead(self, path: str, link: str) -> str:
        """Where a link of a page leads on the site."""
        name, sign, anchor = link.partition("#")
        if not name or "://" in name:
            return link
        target = posixpath.normpath(posixpath.join(posixpath.dirname(path), name))
        if target.endswith(PICTURES):
            self.taken_along.add(target)
        elif not target.endswith(".md"):
            self.code.add(target)
        return way(page_of(path), page_of(target) + sign + anchor)

    def _page(self, path: str, page: Prose) -> Leaf:
        here = page_of(path)
        self.found += [self._part(path, page, part) for part in page.parts]
        below = [Link(part.title, f"{here}#{part.anchor}") for part in page.parts if part.level == 2]
        contents = [*([Chapter("On this page", below)] if below and path != "README.md" else []), *self._contents()]
        main = join([self._covers(here), page.html]) if path == "README.md" else page.html
        return Leaf(here, page.title, main, contents, game_of(path))

    def _part(self, path: str, page: Prose, part: Part) -> Found:
        where = page.title if part.level > 1 else "README" if path.endswith("README.md") else ""
        return Found(part.title, f"{page_of(path)}#{part.anchor}", where, part.words)

    def _covers(self, here: str) -> Html:
        covers = [
            tag("li", linked(here, book.meta.called, book_page(game), class_="cover display"), data_game=game)
            for game, book in self.checkout.books.items()
        ]
        return tag("ul", *covers, class_="covers")

    def _contents(self) -> list[Chapter]:
        books = [Link(book.meta.called, book_page(game)) for game, book in self.checkout.books.items()]
        named = {path for part in PARTS.values() for path in part}
        rest = [path for path in self.pages if path.count("/") == 1 and path.startswith("docs/") and path not in named]
        parts = {**PARTS, LAST: (*PARTS[LAST], *rest)}
        rooms = [path for path in self.pages if path.endswith("/README.md") and "/games/" not in path]
        chapters = [Chapter(title, [self._link(path) for path in paths]) for title, paths in parts.items()]
        return [Chapter("Rulebooks", books), *chapters, Chapter("Rooms", [self._link(path) for path in rooms])]

    def _link(self, path: str) -> Link:
        return Link(self.pages[path].title, page_of(path))


def game_of(path: str) -> str:
    """The game that a page is about; empty: none."""
    if path.startswith("docs/games/"):
        return posixpath.basename(path).removesuffix(".md")
    return path.split("/")[3] if path.startswith("src/ludex/games/") else ""
