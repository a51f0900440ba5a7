"""The rulebooks, as our rules.toml holds them: a page for each chapter. In the margin of each rule stand the code that
cites it, and the tests and scenes that show it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ludex.core.book.rulebook import Gap, Option, Row, Rule, Rulebook, Value
from ludex.lab.report.markup import Html, join, more, tag
from press.checkout import Checkout, Cited, Shown
from press.leaf import Chapter, Found, Leaf, Link, linked, listed
from press.places import (
    book_page,
    chapter_of,
    chapter_page,
    code_at,
    option_at,
    page_of,
    rule_at,
    scene_at,
)

NAMED = re.compile(r"(`[^`]+`|\bopt_\w+|\b[a-z]{2,4}(?:\.[a-z_0-9]+){2,}\b)")
SOME = 6  # of what stands in the margin, before one asks for more
EXAMPLE = re.compile(r"(?:GIVEN (?P<given>.*?))?\s*(?:WHEN (?P<when>.*?))?\s*THEN (?P<then>.*)", re.DOTALL)


def chapters_of(book: Rulebook) -> dict[str, list[Rule]]:
    """In the order in which the book comes to them."""
    found: dict[str, list[Rule]] = {}
    for rule in book.rules.values():
        found.setdefault(chapter_of(rule), []).append(rule)
    return found


class Book:
    """The pages of one rulebook."""

    def __init__(self, checkout: Checkout, game: str) -> None:
        self.checkout, self.game, self.book = checkout, game, checkout.books[game]
        self.chapters = chapters_of(self.book)

    def leaves(self) -> Iterator[Leaf]:
        yield self.leaf("index", self.book.meta.called, self.title_page())
        for chapter, rules in self.chapters.items():
            path = chapter_page(self.game, chapter)
            told = [self.told(path, rule) for rule in rules]
            yield self.leaf(path, chapter, join([tag("h1", chapter, class_="display"), *told]))
        yield self.leaf("options", "Options", self.options())
        yield self.leaf("gaps", "What the book leaves open", self.gaps())

    def leaf(self, page: str, title: str, main: Html) -> Leaf:
        path = page if page.endswith(".html") else book_page(self.game, page)
        return Leaf(path, title, main, self.contents(), self.game, self.book.meta.called)

    def contents(self) -> list[Chapter]:
        chapters = [Link(chapter, chapter_page(self.game, chapter)) for chapter in self.chapters]
        beside = [
            Link("The whole book", book_page(self.game)),
            Link("Options", book_page(self.game, "options")),
            Link("What it leaves open", book_page(self.game, "gaps")),
            Link("For scene files", page_of(f"docs/games/{self.game}.md")),
            Link("In ten lines, and its quirks", page_of(f"src/ludex/games/{self.game}/README.md")),
        ]
        return [Chapter(self.book.meta.called, beside), Chapter("Chapters", chapters)]

    def found(self) -> Iterator[Found]:
        for rule in self.book.rules.values():
            words = self.plain(f"{rule.says} {rule.ruling}")
            yield Found(rule.title, rule_at(self.checkout, rule.id), self.book.meta.called, f"{words} {rule.id}")
        for option in self.book.options.values():
            title = f"Option: {option_name(option.name)}"
            yield Found(title, option_at(self.game, option.name), self.book.meta.called, option.meaning)

    # ------------------------------------------------------------ pages

    def title_page(self) -> Html:
        here = book_page(self.game)
        chapters = [
            tag(
                "section",
                tag("h2", linked(here, chapter, chapter_page(self.game, chapter))),
                listed(self._lines(rules)),
            )
            for chapter, rules in self.chapters.items()
        ]
        title = tag("h1", self.book.meta.called, class_="display")
        pitch = tag("p", self.book.meta.pitch, class_="rule-words")
        note = "The rules in our own words, in the order of the book. Beside each stands the code that follows it, and "
        return join(
            [title, pitch, tag("p", note + "the tests that show it."), tag("div", *chapters, class_="whole-book")]
        )

    def _lines(self, rules: Sequence[Rule]) -> list[Html]:
        return [linked(book_page(self.game), rule.title, rule_at(self.checkout, rule.id)) for rule in rules]

    def options(self) -> Html:
        here = book_page(self.game, "options")
        told = [self._option(here, option) for option in self.book.options.values()]
        return join([tag("h1", "Options", class_="display"), *(told or [tag("p", "There are none.")])])

    def _option(self, here: str, option: Option) -> Html:
        values = ", ".join(spoken(value) for value in option.values)
        rules = [linked(here, self.title(id), self.at(id)) for id in option.rules]
        return tag(
            "article",
            tag("h2", option_name(option.name)),
            tag("p", self.words(here, option.meaning)),
            tag("p", f"{values}; by default {spoken(option.default)}. In a scene file ", tag("code", option.name), "."),
            *([tag("p", "About ", joined(rules))] if rules else []),
            id=option.name,
        )

    def gaps(self) -> Html:
        here = book_page(self.game, "gaps")
        told = [self._gap(here, gap) for gap in self.book.gaps.values()]
        title = tag("h1", "What the book leaves open", class_="display")
        return join([title, *(told or [tag("p", "Nothing.")])])

    def _gap(self, here: str, gap: Gap) -> Html:
        needed = tag("p", self.words(here, gap.needed_for), class_="rule-words")
        return tag(
            "article", tag("h2", tag("code", gap.id)), needed, tag("p", self.words(here, gap.proposal)), id=gap.id
        )

    # ------------------------------------------------------------ a rule

    def told(self, here: str, rule: Rule) -> Html:
        text = tag("div", *self._text(here, rule), class_="text")
        return tag("article", text, self._margin(here, rule), id=rule.id, class_="rule")

    def _text(self, here: str, rule: Rule) -> Iterator[Html]:
        yield tag("h2", linked(here, rule.title, f"{here}#{rule.id}"))
        yield tag("p", self.words(here, rule.says), class_="rule-words")
        facts = {
            "Who chooses": self.words(here, rule.choice),
            "In the book": tag("b", rule.where),
            "Source": rule.source,
            "Optional": "whether it is used is up to the table" if rule.optional else "",
            "Nothing to do for a program": self.words(here, rule.prose),
        }
        yield tag("dl", *(join([tag("dt", name), tag("dd", words)]) for name, words in facts.items() if words))
        if rule.table:
            yield table_of(rule.table)
        if rule.uses:
            yield listed(rule.uses, class_="uses")
        yield from self._reading(here, rule)
        if rule.examples:
            yield tag("h3", "Examples", class_="caps")
            yield listed([example(words) for words in rule.examples], class_="examples")

    def _reading(self, here: str, rule: Rule) -> Iterator[Html]:
        options = self.book.options_about(rule.id)
        if not (rule.ruling or rule.conflict or options):
            return
        yield tag("h3", "How we read it", class_="caps")
        for words in filter(None, (rule.conflict, rule.ruling)):
            yield tag("p", self.words(here, words))
        if options:
            switched = [
                join([linked(here, option_name(one.name), option_at(self.game, one.name)), f": {spoken(one.default)}"])
                for one in options
            ]
            yield tag("p", "Can be switched: ", joined(switched))

    def _margin(self, here: str, rule: Rule) -> Html:
        code, shown = self.checkout.code[rule.id], self.checkout.shown[rule.id]
        tests = self.checkout.tests[rule.id]
        parts = [
            ("In the code", [code_line(here, one, f"src/ludex/games/{self.game}/") for one in code]),
            ("Scenes that show it", [scene_line(here, one) for one in sorted(shown, key=lambda one: len(one.rules))]),
            ("Tests that name it", [code_line(here, one, f"tests/games/{self.game}/") for one in tests]),
        ]
        told = [join([tag("h3", title, class_="caps"), *first_of(lines)]) for title, lines in parts if lines]
        return tag("div", tag("p", tag("code", rule.id)), *told, class_="margin")

    # ------------------------------------------------------------ words

    def title(self, id: str) -> str:
        return self.book.rules[id].title if id in self.book.rules else id

    def at(self, id: str) -> str:
        return rule_at(self.checkout, id) or f"{book_page(self.game, 'gaps')}#{id}"

    def words(self, here: str, text: str) -> Html:
        """With the rules and options that are named in it linked, by their titles."""
        return join(self._piece(here, part) for part in NAMED.split(text))

    def _piece(self, here: str, part: str) -> str:
        name = part.strip("`")
        if name in self.book.rules or name in self.book.gaps:
            return linked(here, self.title(name), self.at(name))
        if name in self.book.options:
            return linked(here, option_name(name), option_at(self.game, name), class_="option")
        return tag("code", name) if part.startswith("`") else part

    def plain(self, text: str) -> str:
        return "".join(self.title(part.strip("`")) for part in NAMED.split(text))


def option_name(name: str) -> str:
    """`opt_plating_only_backfooted` as people call it."""
    words = name.removeprefix("opt_").replace("_", " ")
    return words[0].upper() + words[1:]


def spoken(value: Value) -> str:
    return ("on" if value else "off") if isinstance(value, bool) else str(value).replace("_", " ")


def joined(parts: Sequence[str]) -> Html:
    return join([piece for part in parts for piece in (", ", part)][1:])


def example(words: str) -> Html:
    """`GIVEN a WHEN b THEN c`; what is written otherwise is one sentence."""
    cut = EXAMPLE.fullmatch(words)
    if cut is None:
        return join([words])
    told = [(name, said) for name, said in cut.groupdict().items() if said]
    return join([join([tag("i", name), " ", tag("b", said) if name == "then" else said, " "]) for name, said in told])


def table_of(rows: Sequence[Row]) -> Html:
    """Rows with names say them in their head; of rows without, the first is the head; single words are a list."""
    first = rows[0]
    if isinstance(first, dict):
        heads = list(first)
        body = [[cell(row.get(head, "")) for head in heads] for row in rows if isinstance(row, dict)]
        heads = [head.replace("_", " ") for head in heads]
    elif isinstance(first, str):
        heads, body = [], [[cell(row)] for row in rows]
    else:
        heads, body = list(first), [[cell(one) for one in row] for row in rows[1:]]
    head = tag("thead", tag("tr", *(tag("th", each, scope="col") if each else tag("td") for each in heads)))
    lines = tag("tbody", *(tag("tr", *(tag("td", one) for one in row)) for row in body))
    return tag("div", tag("table", *([head] if heads else []), lines), class_="wide", tabindex="0")


def cell(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple | list) else str(value)


# ---------------------------------------------------------------- the margin


def code_line(here: str, cited: Cited, within: str) -> Html:
    place = f"{cited.path.removeprefix(within)}, line {cited.line}"
    words = cited.within.replace("_", " ").strip() or "at the top"
    return join([linked(here, words, code_at(cited)), " ", tag("small", place)])


def scene_line(here: str, scene: Shown) -> Html:
    return linked(here, scene.title, scene_at(scene))


def first_of(lines: list[Html]) -> list[Html]:
    rest = lines[SOME:]
    return [listed(lines[:SOME]), *([more(f"{len(rest)} more", listed(rest))] if rest else [])]
