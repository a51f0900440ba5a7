"""A page that is written in Markdown: with anchors at its headings, links that lead within the site, and rules that are
named linked to where they stand."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

from ludex.lab.report.markup import Html, tag

MARKUP = re.compile(r'\b(href|src)="([^"]+)"')
Lead = Callable[[str], str]  # from what stands in a link to where it leads on the site


class Part(NamedTuple):
    """A heading, and the words below it."""

    level: int
    anchor: str
    title: str
    words: str


class Prose(NamedTuple):
    title: str
    html: Html
    parts: list[Part]


def slug(title: str) -> str:
    """The anchor of a heading, as others make it too."""
    return re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-")


def prose(text: str, lead: Lead, rule: Lead) -> Prose:
    """`rule` gives where a rule stands that is named, or nothing."""
    reader = MarkdownIt("commonmark", renderer_cls=Typesetter).enable(["table", "strikethrough"])
    tokens = reader.parse(text)
    parts = _parts(tokens)
    for token in tokens:
        for inner in (token, *(token.children or ())):
            for name in ("href", "src"):
                if name in inner.attrs:
                    inner.attrSet(name, lead(str(inner.attrs[name])))
            if inner.type in ("html_block", "html_inline"):
                inner.content = MARKUP.sub(lambda found: f'{found[1]}="{lead(found[2])}"', inner.content)
    html = reader.renderer.render(tokens, reader.options, {"rule": rule})
    return Prose(parts[0].title if parts else "", Html(html), parts)


def _parts(tokens: Sequence[Token]) -> list[Part]:
    """The headings, which get their anchors, each with the words up to the next one."""
    found: list[Part] = []
    taken: dict[str, int] = {}
    for before, token in pairwise(tokens):
        if token.type != "inline":
            continue
        words = "".join(" " if one.type == "softbreak" else one.content for one in token.children or ())
        if before.type == "heading_open":
            anchor = slug(token.content)
            again = taken[anchor] = taken.get(anchor, -1) + 1
            anchor += f"-{again}" if again else ""
            before.attrSet("id", anchor)
            found.append(Part(int(before.tag[1]), anchor, words, ""))
        elif found:
            found[-1] = found[-1]._replace(words=f"{found[-1].words} {words}".strip())
    return found


class Typesetter(RendererHTML):
    """What axe and small screens ask for: a wide table and a block of code scroll by themselves, with the keyboard
    too, and no head of a table is empty."""

    def table_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        return '<div class="wide" tabindex="0"><table>\n'

    def table_close(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        return "</table></div>\n"

    def th_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        return '<th scope="col">' if tokens[idx + 1].content else "<td>"

    def th_close(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        return "</th>\n" if tokens[idx - 1].content else "</td>\n"

    def fence(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        return tag("pre", tag("code", tokens[idx].content), tabindex="0") + "\n"

    code_block = fence

    def code_inline(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        words = tag("code", tokens[idx].content)
        at = env["rule"](tokens[idx].content)
        ways = [token.type for token in tokens[:idx] if token.type in ("link_open", "link_close")]
        linked = bool(ways) and ways[-1] == "link_open"
        return tag("a", words, href=at) if at and not linked else words
