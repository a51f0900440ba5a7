"""The rules of a game as numbered entries: look-up, options, and which rules are shown by a test.

A game keeps its entries in `rules.toml`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, NamedTuple, TypedDict, TypeVar

import msgspec
import tomli

from ludex.core.kernel.reading import read, read_json
from ludex.core.kernel.toml import listing, spelled

RULES = "rules.toml"  # in the folder of a game
Words = Annotated[str, msgspec.Meta(min_length=1)]
Value = bool | int | str
LITTLE = frozenset((
    "a", "an", "and", "are", "at", "be", "by", "can", "do", "does", "for", "from", "how", "i", "if", "in", "into",
    "is", "it", "my", "of", "on", "or", "the", "to", "what", "when", "who", "with",
))  # fmt: skip
SOUGHT = 8  # words that are looked for, of as many as are given
LONGEST = 24  # letters of a word by which it is known
SHORTEST = 4  # letters of a longer word that still tell what is meant
OTHERWISE = {"knockback": ("forced", "push"), "shove": ("forced", "push"), "aoo": ("opportun",)}  # in other books
Row = str | tuple[str, ...] | dict[str, bool | int | str | tuple[str, ...]]


class RulebookError(ValueError):
    """A rules file that cannot be used: which file, which entry, which field, and what was expected."""


class UnknownRule(KeyError):
    """No rule has this id."""

    def __str__(self) -> str:
        return str(self.args[0])


class BadOption(ValueError):
    """An option that the game does not have, or a value that the option does not allow."""


class CoverageError(RuntimeError):
    """There is no usable record of what the tests cited."""


# ---------------------------------------------------------------- the entries


@dataclass(frozen=True, slots=True)
class Meta:
    game: Words
    """As the book calls itself."""
    prefix: Words
    title: str = ""
    """As people call the game, where they do not call it as the book does."""
    pitch: str = ""
    """What is special about it, in a line."""
    version: int = 1
    """Raised where a rule comes to something else than before."""
    board: str = ""
    dice: str | tuple[Words, ...] = ()

    @property
    def called(self) -> str:
        return self.title or self.game


@dataclass(frozen=True, slots=True)
class Rule:
    id: Words
    title: Words
    where: Words
    """The heading of the book under which it stands."""
    kind: Words
    says: Words
    """What the book says, in our own words."""
    examples: tuple[Words, ...] = ()
    ruling: str = ""
    """How we read it where the book is unclear."""
    conflict: str = ""
    """Where the book contradicts itself."""
    choice: str = ""
    """Who decides what."""
    table: tuple[Row, ...] = ()
    uses: tuple[Words, ...] = ()
    optional: bool = False
    prose: str = ""
    """Why there is nothing in it that a program could do; empty for a mechanical rule."""
    source: str = ""

    @property
    def mechanical(self) -> bool:
        return not self.prose


@dataclass(frozen=True, slots=True)
class Option:
    name: Words
    default: Value
    values: tuple[Value, ...]
    meaning: Words
    rules: tuple[Words, ...] = ()

    def allows(self, value: object) -> bool:
        return any(type(value) is type(allowed) and value == allowed for allowed in self.values)


@dataclass(frozen=True, slots=True)
class Gap:
    """Something the book refers to and does not contain."""

    id: Words
    needed_for: Words
    proposal: Words


@dataclass(frozen=True, slots=True)
class Rulebook:
    meta: Meta
    rules: dict[str, Rule]
    options: dict[str, Option]
    gaps: dict[str, Gap]

    @classmethod
    def load(cls, path: Path) -> Rulebook:
        return _load(path)

    def rule(self, id: str) -> Rule:
        found = self.rules.get(id)
        if found is None:
            raise UnknownRule(f"no rule {id!r}" + _meant(id, self.rules))
        return found

    def search(self, words: str) -> list[Rule]:
        return self.having([beginning(word) for word in self.sought(words)])

    def having(self, patterns: Sequence[re.Pattern[str]]) -> list[Rule]:
        """The rules in which all of these are, those named by id or title so first; before them those that have not
        all, but more of them as words of their title than any that has. Where none has all: the rules with some of
        them, those with the most first."""
        hits = [_Hit.of(rule, patterns) for rule in self.rules.values()]
        whole = [hit for hit in hits if not hit.missed]
        if not whole:
            some = [hit for hit in hits if hit.missed < len(patterns)]
            return [hit.rule for hit in sorted(some, key=lambda hit: (hit.missed, -hit.named, -hit.begun))]
        most = max(hit.named for hit in whole)
        found = [hit for hit in hits if not hit.missed or hit.titled > most]
        return [hit.rule for hit in sorted(found, key=lambda hit: (-hit.named, hit.missed, -hit.begun))]

    def sought(self, words: str) -> list[str]:
        """What is looked for: the first words that say something, each as far as the book knows it (wall for walls)."""
        said = list(dict.fromkeys(words.split()))
        texts = [_texts(rule)[1] for rule in self.rules.values()]
        telling = [word for word in said if word.lower() not in LITTLE] or said
        return [_as_known(word, texts) for word in telling[:SOUGHT]]

    def options_about(self, id: str) -> list[Option]:
        return [option for option in self.options.values() if id in option.rules]

    def default_options(self) -> dict[str, Value]:
        return {option.name: option.default for option in self.options.values()}

    def check_options(self, chosen: Mapping[str, object]) -> dict[str, Value]:
        """The options of a table: what it chose, and the defaults for the rest."""
        table = self.default_options()
        for name, value in chosen.items():
            option = self.options.get(name)
            if option is None:
                raise BadOption(f"{self.meta.game} has no option {name!r}" + _meant(name, self.options))
            if not isinstance(value, Value) or not option.allows(value):
                raise BadOption(f"option {name} cannot be {spelled(value)}; allowed: {listing(option.values)}")
            table[name] = value
        return table


class _Hit(NamedTuple):
    """How well a rule answers to what is looked for."""

    rule: Rule
    missed: int  # how many of the patterns are nowhere in it
    named: int  # how many are in its id or title
    titled: int  # how many are words of its title
    begun: int  # and with how many of them it begins

    @classmethod
    def of(cls, rule: Rule, patterns: Sequence[re.Pattern[str]]) -> _Hit:
        name, text = _texts(rule)
        missed = sum(not pattern.search(text) for pattern in patterns)
        named = sum(bool(pattern.search(name)) for pattern in patterns)
        words = [pattern.search(rule.title) for pattern in patterns]
        titled = [word for word in words if word and not rule.title[word.end() : word.end() + 1].isalnum()]
        return cls(rule, missed, named, len(titled), sum(not word.start() for word in titled))


def _texts(rule: Rule) -> tuple[str, str]:
    """How a rule is named, and all in which one searches."""
    name = f"{rule.id}\n{rule.title}"
    return name, f"{name}\n{rule.where}\n{rule.says}\n{rule.ruling}"


def _as_known(word: str, texts: list[str]) -> str:
    """The longest beginning of a word that some text has, or what the book calls it; the word itself where no text has
    more of it than a few letters."""
    most = min(len(word) - 1, LONGEST) if word.isalpha() else 0
    shorter = [word[:length] for length in range(most, SHORTEST - 1, -1)]
    for known in (word, *OTHERWISE.get(word.lower(), ()), *shorter):
        pattern = beginning(known)
        if any(pattern.search(text) for text in texts):
            return known
    return word


def beginning(word: str) -> re.Pattern[str]:
    """Matches `word` where a word begins; a sign such as ✦ matches anywhere."""
    boundary = r"(?<![^\W_])" if word[0].isalnum() else ""
    return re.compile(boundary + re.escape(word), re.IGNORECASE)


def _meant(wanted: str, known: Mapping[str, object]) -> str:
    last = f".{wanted.rpartition('.')[2]}"
    namesakes = [id for id in known if id.endswith(last)] if len(last) > SHORTEST else []
    near = list(dict.fromkeys((*namesakes, *get_close_matches(wanted, known, n=3))))[:3]
    return f"; did you mean {' or '.join(near)}?" if near else ""


# ---------------------------------------------------------------- loading

Entry = TypeVar("Entry")


def _load(path: Path) -> Rulebook:
    try:
        raw = tomli.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomli.TOMLDecodeError) as error:
        raise RulebookError(f"{path}: {error}") from error
    unknown = [section for section in raw if section not in ("meta", "rule", "option", "gap")]
    if unknown:
        raise RulebookError(f"{path}: unknown section {unknown[0]}; expected meta, rule, option, gap")
    if "meta" not in raw:
        raise RulebookError(f"{path}: section meta is missing; expected game and prefix in it")

    meta = _entry(path, "meta", raw["meta"], Meta)
    rules = _entries(path, raw, "rule", Rule, "id")
    options = _entries(path, raw, "option", Option, "name")
    gaps = _entries(path, raw, "gap", Gap, "id")

    for kind, ids in (("rule", rules), ("gap", gaps)):
        for id in ids:
            if not id.startswith(f"{meta.prefix}."):
                raise RulebookError(f"{path}: {kind} {id}: id: expected it to begin with {meta.prefix}.")
    for id in gaps:
        if id in rules:
            raise RulebookError(f"{path}: gap {id}: id: a rule has the same id; expected one of its own")
    for option in options.values():
        where = f"{path}: option {option.name}"
        if not option.allows(option.default):
            raise RulebookError(f"{where}: default: expected one of {listing(option.values)}")
        for id in option.rules:
            if id not in rules and id not in gaps:
                meant = _meant(id, {**rules, **gaps})
                raise RulebookError(f"{where}: rules: expected rules or gaps of this file, not {id}{meant}")
    return Rulebook(meta, rules, options, gaps)


def _entries(path: Path, raw: dict[str, object], kind: str, type_: type[Entry], key: str) -> dict[str, Entry]:
    section = raw.get(kind, [])
    if not isinstance(section, list):
        raise RulebookError(f"{path}: section {kind}: expected entries under [[{kind}]]")
    found: dict[str, Entry] = {}
    for number, entry in enumerate(section, 1):
        name = str(entry.get(key, f"number {number}")) if isinstance(entry, dict) else f"number {number}"
        if name in found:
            raise RulebookError(f"{path}: {kind} {name}: {key}: used twice; expected a different one")
        found[name] = _entry(path, f"{kind} {name}", entry, type_)
    return found


def _entry(path: Path, name: str, raw: object, type_: type[Entry]) -> Entry:
    known = [field.name for field in fields(type_)]  # type: ignore[arg-type]  # every entry is a dataclass
    for key in raw if isinstance(raw, dict) else ():
        if key not in known:
            raise RulebookError(f"{path}: {name}: {key}: unknown field; expected one of {', '.join(known)}")
    try:
        return read(raw, type_)
    except msgspec.ValidationError as error:
        # msgspec says "Expected `str`, got `int` - at `$.title`"; the field is wanted first.
        problem, _, at = str(error).partition(" - at ")
        field = at.strip("`").removeprefix("$").removeprefix(".")
        said = ": ".join(part for part in (name, field, problem[0].lower() + problem[1:]) if part)
        raise RulebookError(f"{path}: {said}") from error


# ---------------------------------------------------------------- coverage


class CoverageData(TypedDict):
    cited: list[str]
    """Rules that were cited while the tests ran."""
    tested: dict[str, list[str]]
    """For each rule, the tests that name it, cite it and pass."""


@dataclass(frozen=True, slots=True)
class Coverage:
    mechanical: int
    cited: int
    tested: int
    prose: int
    missing: list[str]
    """Mechanical rules that are not both cited and tested, in the order of the book."""


def coverage(rulebook: Rulebook, data: CoverageData) -> Coverage:
    mechanical = [rule.id for rule in rulebook.rules.values() if rule.mechanical]
    cited = set(data["cited"])
    tested = {id for id, tests in data["tested"].items() if tests}
    return Coverage(
        mechanical=len(mechanical),
        cited=sum(id in cited for id in mechanical),
        tested=sum(id in tested for id in mechanical),
        prose=len(rulebook.rules) - len(mechanical),
        missing=[id for id in mechanical if id not in cited or id not in tested],
    )


def coverage_path(root: Path, game: str) -> Path:
    return root / "build" / "coverage" / f"{game}.json"


def read_coverage(path: Path) -> CoverageData:
    try:
        return read_json(path.read_bytes(), CoverageData)
    except FileNotFoundError:
        raise CoverageError(f"no coverage data at {path}; run `make test` first") from None
    except (OSError, msgspec.DecodeError) as error:
        raise CoverageError(f"coverage data at {path} is broken ({error}); run `make test` again") from error


def write_coverage(path: Path, data: CoverageData) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(msgspec.json.format(msgspec.json.encode(data), indent=1) + b"\n")
