"""Where everything stands on the site, and the way from one page to another: relative, so that it can be read from a
disk."""

from __future__ import annotations

import posixpath
import re
from functools import cache

from ludex.core.book.rulebook import Rule
from press.checkout import Checkout, Cited, Shown
from press.prose import slug

PICTURES = (".png", ".svg", ".webp", ".json")  # and what else is taken along as it is
SILENT = "Where the book is silent"


def way(here: str, there: str) -> str:
    """From one page of the site to another, or to a place in it."""
    page, sign, anchor = there.partition("#")
    if page == here and anchor:
        return f"#{anchor}"
    return _way(posixpath.dirname(here), page) + sign + anchor


@cache
def _way(folder: str, page: str) -> str:
    return posixpath.relpath(page, folder or ".")


def page_of(path: str) -> str:
    """Where a file of the checkout stands: pages as pages, pictures as they are, anything else as code."""
    inside = path.removeprefix("docs/")
    if path == "README.md":
        return "index.html"
    if path.endswith(".md"):
        return inside.removesuffix(".md") + ".html"
    return inside if path.endswith(PICTURES) else f"code/{path}.html"


def code_at(cited: Cited) -> str:
    return f"{page_of(cited.path)}#L{cited.line}"


def scenes_page(folder: str) -> str:
    return f"scenes/{folder.removeprefix('tests/games/')}.html"


def scene_at(scene: Shown) -> str:
    return f"{scenes_page(scene.folder)}#{scene.name}"


# ---------------------------------------------------------------- in the books


def chapter_of(rule: Rule) -> str:
    """`Health System / Survival Check; Death` stands first under `Health System`; a remark in brackets is no heading,
    unless it names one."""
    remark = re.fullmatch(r"\(([^()]*)\)", rule.where)
    first = (remark[1] if remark else rule.where).partition(";")[0].partition(" / ")[0].strip()
    if remark and first == first.lower() and not re.search(r"\d", first):
        return SILENT
    return first[0].upper() + first[1:] if remark else first


def book_page(game: str, page: str = "index") -> str:
    return f"rules/{game}/{page}.html"


def chapter_page(game: str, chapter: str) -> str:
    return book_page(game, slug(chapter).strip("-") or "chapter")


def option_at(game: str, option: str) -> str:
    return f"{book_page(game, 'options')}#{option}"


def rule_at(checkout: Checkout, id: str) -> str:
    """Empty where there is no such rule."""
    game = checkout.game_of.get(id, "")
    return f"{chapter_page(game, chapter_of(checkout.books[game].rules[id]))}#{id}" if game else ""
