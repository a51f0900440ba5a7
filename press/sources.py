"""Code and scenes, as they are written: each line has an anchor, and each rule in it leads to where it stands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape

from ludex.lab.report.markup import Html, join, tag
from press.checkout import Checkout, Shown
from press.leaf import Chapter, Leaf, Link, linked
from press.places import book_page, page_of, rule_at, scenes_page, way

RULE = re.compile(r"\b[a-z]{2,4}(?:\.[a-z_0-9]+){2,}\b")


def code_leaves(checkout: Checkout, more: list[str]) -> Iterator[Leaf]:
    """Every file that names a rule, and those to which a page leads."""
    for path in sorted({*checkout.sources, *more}):
        here, text = page_of(path), checkout.sources.get(path) or checkout.read(path)
        lines = enumerate(_with_rules(checkout, here, text).splitlines(), 1)
        code = Html("".join([f'<span id="L{number}">{line}\n</span>' for number, line in lines]))
        code = tag("pre", tag("code", code), tabindex="0", class_="lines")
        game = path.split("/")[3 if path.startswith("src") else 2] if "/games/" in path else ""
        yield Leaf(here, path, join([tag("h1", path), code]), _books(checkout), game, "The code")


def _with_rules(checkout: Checkout, here: str, text: str) -> Html:
    def led(found: re.Match[str]) -> str:
        at = rule_at(checkout, found[0])
        return f'<a href="{way(here, at)}">{found[0]}</a>' if at else found[0]

    return Html(RULE.sub(led, escape(text, quote=False)))


def scene_leaves(checkout: Checkout, game: str) -> Iterator[Leaf]:
    """A page for each folder of scenes."""
    folders: dict[str, list[Shown]] = {}
    for scene in checkout.scenes[game]:
        folders.setdefault(scene.folder, []).append(scene)
    named = {folder: folder.removeprefix(f"tests/games/{game}").strip("/") or game for folder in folders}
    contents = [Chapter("Scenes", [Link(name, scenes_page(folder)) for folder, name in named.items()])]
    for folder, scenes in folders.items():
        here = scenes_page(folder)
        told = [_scene(checkout, here, scene) for scene in scenes]
        main = join([tag("h1", f"Scenes: {named[folder]}", class_="display"), *told])
        yield Leaf(here, f"Scenes: {named[folder]}", main, contents, game, checkout.books[game].meta.called)


def _scene(checkout: Checkout, here: str, scene: Shown) -> Html:
    title = tag("h2", linked(here, scene.title, f"{here}#{scene.name}"))
    code = tag("pre", tag("code", _with_rules(checkout, here, scene.text)), tabindex="0")
    return tag("article", title, tag("p", tag("small", scene.path)), code, id=scene.name)


def _books(checkout: Checkout) -> list[Chapter]:
    return [Chapter("Rulebooks", [Link(book.meta.called, book_page(game)) for game, book in checkout.books.items()])]
