"""Reading a rulebook at the command line: its contents, a search, one entry in full, and the coverage."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches
from importlib.resources import as_file, files
from pathlib import Path

import msgspec
from rich import box
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.rule import Rule as Line
from rich.table import Table
from rich.text import Text

from ludex.core.book.rulebook import (
    CoverageError,
    Gap,
    Option,
    Row,
    Rule,
    Rulebook,
    RulebookError,
    Value,
    beginning,
    coverage,
    coverage_path,
    read_coverage,
)
from ludex.core.kernel.english import meant
from ludex.text.style import GOLD
from ludex.text.terminal import Console

HEADING = "bold"
WIDEST = 100  # longer lines of text are hard to read

FINE, NOT_FOUND, BAD_INPUT = 0, 1, 2


class UnknownGame(LookupError):
    """There is no such game."""


def games() -> list[str]:
    """Every game that has a rulebook."""
    found = files("ludex.games").iterdir()
    return sorted(game.name for game in found if game.is_dir() and (game / "rules.toml").is_file())


def rulebook_of(game: str) -> Rulebook:
    known = games()
    if game not in known:
        raise UnknownGame(f"there is no game {game!r}; {meant(game.lower().replace(' ', '').replace('-', ''), known)}")
    with as_file(files(f"ludex.games.{game}") / "rules.toml") as path:
        return Rulebook.load(path)


# ---------------------------------------------------------------- reading rules


def show_rules(game: str, words: str, as_json: bool, console: Console, plain: bool) -> int:
    try:
        book = rulebook_of(game)
    except (UnknownGame, RulebookError) as error:
        return _refuse(error)

    words = words.strip()
    gap, option = book.gaps.get(words), book.options.get(words)
    if gap is not None:
        rules, options = [], book.options_about(gap.id)
    elif option is not None:
        rules, options = [book.rules[id] for id in option.rules if id in book.rules], [option]
    else:
        rules = [book.rules[words]] if words in book.rules else book.search(words)
        ids = {rule.id for rule in rules}
        options = [option for option in book.options.values() if not words or ids.intersection(option.rules)]

    if as_json:
        found: dict[str, object] = {"rules": rules, "options": options}
        if gap is not None:
            found["gaps"] = [gap]
        _print_json(console, found)
    elif plain:
        _print_plain(console, book, words, rules, options, gap)
    else:
        _print_rich(console, book, words, rules, options, gap)
    return FINE if rules or options or gap is not None else NOT_FOUND


def _refuse(error: Exception) -> int:
    Console(stderr=True).print(f"ludex: {error}", style="red", highlight=False, markup=False, soft_wrap=True)
    return BAD_INPUT


def _print_json(console: Console, value: object) -> None:
    console.out(msgspec.json.format(msgspec.json.encode(value), indent=2).decode(), highlight=False)


def _nothing(book: Rulebook, words: str) -> str:
    ids = [*book.rules, *book.options, *book.gaps]
    titles = dict.fromkeys(word.lower() for rule in book.rules.values() for word in re.findall(r"\w{4,}", rule.title))
    near = get_close_matches(words, ids, n=3) or get_close_matches(words.lower(), titles, n=3)
    return f"Nothing in {book.meta.game} about “{words}”." + (
        f" Did you mean {' or '.join(near)}?" if near else " Try fewer words, or the beginning of one."
    )


def _contents(rules: Iterable[Rule]) -> dict[str, list[Rule]]:
    """The rules by the heading under which they stand, in the order of the book."""
    chapters: dict[str, list[Rule]] = {}
    for rule in rules:
        chapters.setdefault(rule.where, []).append(rule)
    return chapters


def _sections(rule: Rule) -> list[tuple[str, tuple[str, ...]]]:
    """What there is to say about a rule beside its text."""
    named = [
        ("Our reading", (rule.ruling,)),
        ("Where the book disagrees with itself", (rule.conflict,)),
        ("Who chooses", (_sentence(rule.choice),)),
        ("No mechanics", (rule.prose,)),
        ("Source", (rule.source,)),
        ("Uses", rule.uses),
        ("Examples", rule.examples),
    ]
    return [(heading, lines) for heading, lines in named if any(lines)]


def _sort_of(rule: Rule) -> str:
    return f"optional {rule.kind}" if rule.optional else rule.kind


def _spoken(value: Value | tuple[str, ...]) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return ", ".join(value) if isinstance(value, tuple) else str(value)


def _choices(option: Option) -> str:
    default = f"{_spoken(option.default)} by default"
    if isinstance(option.default, bool):
        return default
    others = [_spoken(value) for value in option.values if repr(value) != repr(option.default)]
    return f"{default}; or {', '.join(others)}"


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def _counted(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def _excerpt(rule: Rule, words: str, width: int) -> str:
    """A line of the text: its beginning if the words name the rule, or where one of them stands."""
    patterns = [beginning(word) for word in words.split()]
    text = " ".join(f"{rule.says} {rule.ruling}".split())
    spot = 0
    if not all(pattern.search(f"{rule.id} {rule.title}") for pattern in patterns):
        spot = min((hit.start() for pattern in patterns if (hit := pattern.search(text))), default=0)
    sentence = text.rfind(". ", 0, spot) + 2 if ". " in text[:spot] else 0
    if spot - sentence < width - 20:
        line = text[sentence:]
    else:
        line = "… " + text[text.rfind(" ", 0, spot - width // 2) + 1 :]
    return line if len(line) <= width else line[: width - 1].rsplit(" ", 1)[0].rstrip(",;:.") + " …"


# ---------------------------------------------------------------- plain lines


def _print_plain(
    console: Console, book: Rulebook, words: str, rules: list[Rule], options: list[Option], gap: Gap | None
) -> None:
    lines: list[str] = []
    if gap is not None:
        lines += [f"{gap.id}: not in the book", f"Needed for: {gap.needed_for}", f"We play: {gap.proposal}"]
        lines += [_plain_option(option) for option in options]
    elif words in book.options:
        lines += [_plain_option(options[0]), f"Concerns: {', '.join(options[0].rules)}"]
    elif not words:
        lines.append(f"{book.meta.game}: {_counted(len(rules), 'rule')}")
        for chapter, entries in _contents(rules).items():
            lines += ["", chapter, *(f"  {rule.id}: {rule.title}" for rule in entries)]
    elif not rules:
        lines.append(_nothing(book, words))
    elif len(rules) == 1:
        lines += _plain_entry(rules[0], options)
    else:
        lines.append(f"{len(rules)} rules about “{words}”")
        for rule in rules:
            lines += ["", f"{rule.id}: {rule.title}", f"  {_excerpt(rule, words, WIDEST)}"]
    for line in lines:
        console.out(line, highlight=False)


def _plain_entry(rule: Rule, options: list[Option]) -> list[str]:
    lines = [rule.title, f"{rule.id}, in “{rule.where}” ({_sort_of(rule)})", "", " ".join(rule.says.split())]
    if rule.table:
        lines += ["", "Table:", *(f"  {_plain_row(row)}" for row in _records(rule.table))]
    for heading, texts in _sections(rule):
        lines += ["", f"{heading}:", *(f"  {text}" for text in texts)]
    if options:
        lines += ["", "Options:", *(f"  {_plain_option(option)}" for option in options)]
    return lines


Record = dict[str, bool | int | str | tuple[str, ...]]


def _records(rows: tuple[Row, ...]) -> list[str | Record]:
    """Rows by the names of their columns: where they are plain lists, the first has the names."""
    lists = [row for row in rows if isinstance(row, tuple)]
    named: list[Record] = [dict(zip(lists[0], row, strict=False)) for row in lists[1:]]
    return [*[row for row in rows if not isinstance(row, tuple)], *named]


def _plain_row(row: str | Record) -> str:
    if isinstance(row, str):
        return row
    return "; ".join(f"{_column(key)}: {_spoken(value)}" for key, value in row.items())


def _plain_option(option: Option) -> str:
    return f"{option.name} ({_choices(option)}): {option.meaning}"


# ---------------------------------------------------------------- in colour


def _print_rich(
    console: Console, book: Rulebook, words: str, rules: list[Rule], options: list[Option], gap: Gap | None
) -> None:
    width = min(console.width, WIDEST)
    shown: list[RenderableType]
    if gap is not None:
        shown = [_gap_panel(gap, options)]
    elif words in book.options:
        shown = [_option_panel(options[0]), _hit_list(rules, "", width)]
    elif not words:
        shown = [_title(book, rules), *_chapters((rule, Text(rule.title)) for rule in rules)]
    elif not rules:
        shown = [Text(_nothing(book, words))]
    elif len(rules) == 1:
        shown = [_entry_panel(rules[0], options)]
    else:
        about = Text.assemble((str(len(rules)), HEADING), " rules about ", (words, "italic"))
        shown = [about, Text(), _hit_list(rules, words, width)]
    console.print(Group(*shown), width=width, highlight=False)


def _title(book: Rulebook, rules: list[Rule]) -> RenderableType:
    counts = [(len(rules), "rule"), (len(book.options), "option"), (len(book.gaps), "gap")]
    total = ", ".join(_counted(number, thing) for number, thing in counts)
    return Line(Text.assemble((book.meta.game, HEADING), (f"  {total}", "dim")), style=GOLD, align="left")


def _chapters(remarks: Iterable[tuple[Rule, Text]]) -> Iterable[RenderableType]:
    """Something about each rule, under the headings of the book."""
    about = {rule.id: (rule, remark) for rule, remark in remarks}
    widest = max(map(len, about), default=0)
    for chapter, entries in _contents(rule for rule, _ in about.values()).items():
        grid = Table.grid(padding=(0, 2))
        grid.add_column(width=widest + 2, style=GOLD, no_wrap=True)
        grid.add_column()
        for rule in entries:
            grid.add_row(f"  {rule.id}", about[rule.id][1])
        yield Group(Text(), Text(chapter, style=HEADING), grid)


def _hit_list(rules: list[Rule], words: str, width: int) -> RenderableType:
    lines: list[Text] = []
    for rule in rules:
        line = Text(_excerpt(rule, words, width - 4), style="dim")
        for word in words.split():
            line.highlight_regex(beginning(word), "not dim bold")
        line.pad_left(4)
        lines += [Text.assemble((rule.id, GOLD), "  ", (rule.title, HEADING)), line]
    return Group(*lines)


def _entry_panel(rule: Rule, options: list[Option]) -> RenderableType:
    parts: list[RenderableType] = [Text(f"{rule.where} · {_sort_of(rule)}", style="dim"), Text()]
    parts.append(_prose(" ".join(rule.says.split())))
    if rule.table:
        parts += [Text(), _table(rule.table)]
    for heading, texts in _sections(rule):
        parts += [Text(), Text(heading, style=HEADING)]
        parts += [_prose(texts[0])] if len(texts) == 1 and heading != "Examples" else [_points(texts)]
    parts += _option_parts(options)
    return _panel(rule.title, rule.id, parts)


def _gap_panel(gap: Gap, options: list[Option]) -> RenderableType:
    parts: list[RenderableType] = [
        *(Text("Needed for", style=HEADING), _prose(_sentence(gap.needed_for)), Text()),
        *(Text("What we play", style=HEADING), _prose(gap.proposal)),
        *_option_parts(options),
    ]
    return _panel("Not in the book", gap.id, parts)


def _option_panel(option: Option) -> RenderableType:
    parts = [_prose(option.meaning), Text(), Text(_choices(option), style="dim")]
    return _panel("Option", option.name, parts)


def _option_parts(options: list[Option]) -> list[RenderableType]:
    if not options:
        return []
    parts: list[RenderableType] = [Text(), Text("Options", style=HEADING)]
    for option in options:
        name = Text.assemble((option.name, "cyan"), (f"  {_choices(option)}", "dim"))
        parts += [name, Padding(_prose(option.meaning), (0, 0, 0, 2))]
    return parts


def _panel(title: str, id: str, parts: Iterable[RenderableType]) -> Panel:
    return Panel(
        Group(*parts),
        box=box.ROUNDED,
        title=Text(title, style=f"not dim {HEADING}"),
        title_align="left",
        subtitle=Text(id, style=f"not dim {GOLD}"),
        subtitle_align="right",
        border_style="dim",
        padding=(1, 2),
    )


def _prose(text: str) -> Text:
    """Rule ids in gold, options in cyan without their backticks, the words of an example dimmed."""
    prose = Text(re.sub(r"`(\w+)`", r"\1", text))
    prose.highlight_regex(r"\b[a-z]{2,}\.[a-z_]+[.a-z_0-9]*[a-z0-9]", GOLD)
    prose.highlight_regex(r"\bopt_\w+", "cyan")
    prose.highlight_regex(r"\b(GIVEN|WHEN|THEN)\b", "dim")
    return prose


def _points(texts: Iterable[str]) -> Table:
    grid = Table.grid(padding=(0, 1))
    grid.add_column(width=1, style=GOLD)
    grid.add_column()
    for text in texts:
        grid.add_row("•", _prose(text))
    return grid


def _table(rows: tuple[Row, ...]) -> RenderableType:
    if all(isinstance(row, str) for row in rows):
        return Text(", ".join(str(row) for row in rows), style="italic")
    records = [row for row in _records(rows) if isinstance(row, dict)]
    columns = list(dict.fromkeys(key for row in records for key in row))
    table = Table(box=box.SIMPLE_HEAD, header_style="dim", border_style="dim", show_edge=False, pad_edge=False)
    for column in columns:
        numbers = all(isinstance(row.get(column, 0), int) for row in records)
        table.add_column(_column(column), justify="right" if numbers else "left")
    for row in records:
        table.add_row(*(_spoken(row[column]) if column in row else "" for column in columns))
    return table


def _column(key: str) -> str:
    return key.replace("_", " ")


# ---------------------------------------------------------------- coverage


def show_coverage(game: str, as_json: bool, console: Console, root: Path | None = None) -> int:
    try:
        book = rulebook_of(game)
        data = read_coverage(coverage_path(root or _checkout(), game))
    except (UnknownGame, RulebookError, CoverageError) as error:
        return _refuse(error)
    result = coverage(book, data)
    if as_json:
        _print_json(console, result)
        return NOT_FOUND if result.missing else FINE

    shown = result.mechanical - len(result.missing)
    heading = Text.assemble((book.meta.game, HEADING), f": {shown} of {result.mechanical} rules shown by tests")
    full = 40 * shown // max(result.mechanical, 1)
    bar = Text.assemble(("█" * full, GOLD), ("░" * (40 - full), "dim"))
    counts = Table.grid(padding=(0, 2))
    counts.add_column(justify="right", style=HEADING)
    counts.add_column()
    counts.add_row(str(result.mechanical), "rules with mechanics")
    counts.add_row(str(result.cited), "cited by the code while tests ran")
    counts.add_row(str(result.tested), "shown by a test that names them")
    counts.add_row(str(result.prose), "without mechanics")
    why = {id: "cited, but no test shows it" if id in data["cited"] else "never cited" for id in result.missing}
    missing = _chapters((book.rules[id], Text(remark, style="dim")) for id, remark in why.items())
    console.print(Group(heading, bar, Text(), counts, *missing))
    return NOT_FOUND if result.missing else FINE


def _checkout() -> Path:
    """Where the tests leave their record: the checkout this package runs from, or else the current folder."""
    checkout = Path(__file__).resolve().parents[3]
    return checkout if (checkout / "pyproject.toml").is_file() else Path.cwd()
