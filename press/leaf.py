"""The frame of every page: the running head with the search, the contents beside it, and the leaf itself."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ludex.lab.report.markup import Html, join, tag
from press.places import way


class Link(NamedTuple):
    words: str
    to: str  # on the site


class Chapter(NamedTuple):
    """A part of the contents beside a page."""

    title: str
    links: list[Link]


class Found(NamedTuple):
    """Something that the search leads to."""

    title: str
    to: str
    where: str
    words: str


class Leaf(NamedTuple):
    path: str
    title: str
    main: Html
    contents: list[Chapter]
    game: str = ""
    about: str = ""  # the book or the part that it belongs to


def linked(here: str, words: str, to: str, **more: object) -> Html:
    return tag("a", words, href=way(here, to), **more)


def listed(items: Iterable[str], **more: object) -> Html:
    return tag("ul", *(tag("li", item) for item in items), **more)


def framed(leaf: Leaf) -> Html:
    here = leaf.path
    title = " · ".join(dict.fromkeys(part for part in (leaf.title, leaf.about, "Ludex") if part))
    head = tag(
        "head",
        Html('<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'),
        tag("title", title),
        Html(f'<link rel="icon" href="{way(here, "look/ludex.svg")}">'),
        *(Html(f'<link rel="stylesheet" href="{way(here, f"look/{name}.css")}">') for name in ("tokens", "site")),
        tag("script", src=way(here, "look/theme.js")),
        tag("script", src=way(here, "look/site.js"), defer="", data_index=way(here, "index.js")),
    )
    body = tag(
        "body",
        linked(here, "To the page", f"{here}#site-page", class_="skip"),
        running_head(leaf),
        tag("div", contents(leaf), tag("main", leaf.main, id="site-page"), class_="columns"),
        data_game=leaf.game or None,
    )
    return Html("<!DOCTYPE html>\n" + tag("html", head, body, lang="en") + "\n")


def running_head(leaf: Leaf) -> Html:
    search = tag(
        "form",
        tag("label", "Search", for_="site-search", class_="unseen"),
        Html('<input id="site-search" type="search" autocomplete="off" placeholder="Search: press /">'),
        tag("p", role="status", class_="unseen"),
        tag("ul", id="site-found", hidden=""),
        role="search",
    )
    about = [tag("span", leaf.about, class_="about")] if leaf.about else []
    night = tag("button", "Night", type="button", class_="night", aria_pressed="false")
    brand = linked(leaf.path, "Ludex", "index.html", class_="brand")
    below = linked(leaf.path, "Contents", f"{leaf.path}#site-contents", class_="below")
    return tag("header", brand, *about, below, search, night)


def contents(leaf: Leaf) -> Html:
    return tag(
        "nav", *(_chapter(leaf.path, chapter) for chapter in leaf.contents), aria_label="Contents", id="site-contents"
    )


def _chapter(here: str, chapter: Chapter) -> Html:
    links = [linked(here, words, to, aria_current="page" if to == here else None) for words, to in chapter.links]
    return join([tag("h2", chapter.title, class_="caps"), listed(links)])
