"""The site that `make docs` prints: every link leads somewhere, every rule is there with what cites and shows it, and
the search finds it."""

from __future__ import annotations

import json
import posixpath
import re
from functools import cache

import pytest
from press.checkout import Checkout, cited_in
from press.leaf import Found
from press.places import chapter_of, rule_at, way
from press.prose import prose
from press.site import PARTS, ROOT, File, printed

HREF = re.compile(r'<[a-z][^<>]*\s(?:href|src|data-index)="([^"]+)"')
ID = re.compile(r'<[a-z][^<>]*\sid="([^"]+)"')


@cache
def site() -> dict[str, File]:
    return printed(checkout())


@cache
def checkout() -> Checkout:
    return Checkout(ROOT)


def page(name: str) -> str:
    found = site()[name]
    assert isinstance(found, str)
    return found


def found() -> list[Found]:
    words = page("index.js").removeprefix("ludexIndex(").removesuffix(");\n")
    return [Found(*one) for one in json.loads(words)]


def article(rule: str) -> str:
    """What is told of a rule."""
    at, _, anchor = rule_at(checkout(), rule).partition("#")
    return page(at).partition(f'<article id="{anchor}"')[2].partition("</article>")[0]


def test_every_link_leads_somewhere() -> None:
    pages = {name: text for name, text in site().items() if isinstance(text, str) and name.endswith(".html")}
    anchors = {name: set(ID.findall(text)) for name, text in pages.items()}
    wrong = []
    for name, text in pages.items():
        for link in set(HREF.findall(text)):
            to, _, anchor = link.partition("#")
            there = posixpath.normpath(posixpath.join(posixpath.dirname(name), to)) if to else name
            if "://" not in link and (there not in site() or (anchor and anchor not in anchors.get(there, ()))):
                wrong.append((name, link))
    assert wrong == []
    assert [one.to for one in found() if one.to.partition("#")[2] not in anchors[one.to.partition("#")[0]]] == []


def test_no_anchor_is_there_twice() -> None:
    pages = [(name, ID.findall(text)) for name, text in site().items() if isinstance(text, str)]
    assert [name for name, anchors in pages if len(anchors) != len(set(anchors))] == []


def test_nothing_comes_from_elsewhere() -> None:
    loaded = re.compile(r'(?:src|<link[^>]*href)="(?:[a-z]+:)?//')
    assert [name for name, text in site().items() if isinstance(text, str) and loaded.search(text)] == []


def test_every_rule_is_there_and_found_by_its_title() -> None:
    there = {one.to for one in found()}
    for game, book in checkout().books.items():
        for rule in book.rules.values():
            assert rule_at(checkout(), rule.id) in there, (game, rule.id)


def test_a_rule_leads_to_the_code_that_cites_it_and_to_what_shows_it() -> None:
    told = article("bb.action.shove")
    assert "In the code" in told
    assert "book/attacks/actions.py" in told
    assert "../../scenes/bluebox/combat.html#shove" in told
    code = page("code/src/ludex/games/bluebox/book/attacks/actions.py.html")
    assert (
        f'href="{way("code/src/ludex/games/bluebox/book/attacks/x", rule_at(checkout(), "bb.action.shove"))}"' in code
    )
    assert "bb.action.shove</a>" in page("scenes/bluebox/combat.html")


def test_every_page_of_docs_is_in_the_contents() -> None:
    assert {path for part in PARTS.values() for path in part} <= set(checkout().pages())
    front = page("index.html")
    assert [path for path in checkout().pages() if path.startswith("docs/") and path.count("/") == 1
            and f'href="{path.removeprefix("docs/").removesuffix(".md")}.html"' not in front] == []  # fmt: skip


def test_what_is_written_in_a_page_is_markup_only_where_it_is_meant() -> None:
    found = prose(
        "# A & B\n\n| a | |\n|---|---|\n| `x.y.z` | 1 |\n\n[to](b.md#c)\n\n# A & B\n", str.upper, lambda id: id
    )
    assert found.title == "A & B"
    assert '<h1 id="a--b">' in found.html
    assert '<h1 id="a--b-1">' in found.html
    assert "A &amp; B" in found.html
    assert '<a href="x.y.z"><code>x.y.z</code></a>' in found.html
    assert 'href="B.MD#C"' in found.html
    assert '<th scope="col"></th>' not in found.html


def test_a_citation_is_told_by_the_function_around_it_or_below() -> None:
    text = '@action("bb.a.b")\ndef shove() -> None:\n    ask("bb.a.c")\n    ask("bb.a.c")\n\n\nTOP = "bb.a.d"\n'
    told = [(cited.line, cited.within, rule) for cited, rule in cited_in("x.py", text, re.compile(r"bb(?:\.\w+)+"))]
    assert told == [(1, "shove", "bb.a.b"), (3, "shove", "bb.a.c"), (7, "", "bb.a.d")]


@pytest.mark.parametrize(
    ("where", "chapter"),
    [
        ("Health System / Survival Check; Death", "Health System"),
        ("(stand-in for Chapter 2; its shape is known)", "Stand-in for Chapter 2"),
        ("(not in the book)", "Where the book is silent"),
    ],
)
def test_a_rule_stands_in_the_chapter_of_its_heading(where: str, chapter: str) -> None:
    rule = next(iter(checkout().books["bluebox"].rules.values()))
    assert chapter_of(type(rule)(rule.id, rule.title, where, rule.kind, rule.says)) == chapter
