"""An entry that is being made, as its text: what it is by now, all that is wrong with it and how that is mended, what
differs from the one it began as, and how players will see it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from typing import Any, NamedTuple

import msgspec

from ludex.core.content.content import Library
from ludex.core.content.forms import all_records
from ludex.core.content.said import Words, steps
from ludex.core.files.breakdown import broke_down
from ludex.core.files.findings import Finding, content_findings
from ludex.core.files.lines import line_of
from ludex.core.game import GAMES, Game
from ludex.core.kernel.english import a
from ludex.core.kernel.ruling import BadInput
from ludex.workshop.card import Card, card_of
from ludex.workshop.editing import Edit, edited, entry_written, raw_entry
from ludex.workshop.ground import Ground
from ludex.workshop.mends import Mend, Mender

Step = str | int  # the name of a field, or a number in a list
MOST_FAULTS = 50  # that are told of a draft; the rest when these are mended


class FaultTold(msgspec.Struct, frozen=True, kw_only=True):
    """What is wrong with a draft. `line`: of its text, from 1 on; 0 where nobody can tell. `rule` and its title, where
    it is a matter of the rules. `severe`: it cannot be used so; else no rule allows it, or something may have been
    forgotten."""

    path: list[Step]
    line: int
    text: str
    rule: str
    title: str
    severe: bool
    mend: Mend | None


class Differs(msgspec.Struct, frozen=True, kw_only=True):
    """A field that is not as in the entry from which this one began; nothing where one of them has it not."""

    path: list[Step]
    was: Any
    now: Any = msgspec.field(name="is")


class Drafted(msgspec.Struct, frozen=True, kw_only=True):
    """A draft. `entry`: nothing where the text cannot be read. `sentences`: what its parts say, by the way to each,
    joined by dots."""

    text: str
    entry: dict[str, Any] | None
    faults: list[FaultTold]
    differs: list[Differs]
    card: Card | None
    sentences: dict[str, str]


class Draft(NamedTuple):
    """What comes in: a text or an entry, what is to be changed in it, and of which entry it is a copy."""

    kind: str
    text: str | None = None
    entry: Mapping[str, Any] | None = None
    edits: Sequence[Edit] = ()
    origin: str = ""
    called: str = ""  # its new id


def drafted(ground: Ground, draft: Draft) -> Drafted:
    ground.check_kind(draft.kind)
    text = draft.text if draft.text is not None else entry_written(draft.kind, draft.entry or {})
    try:
        renamed = [Edit(path=["id"], value=draft.called)] if draft.called else []
        text = edited(draft.kind, text, [*renamed, *draft.edits])
        raw = raw_entry(draft.kind, text)
    except BadInput as fault:
        return Drafted(text=text, entry=None, faults=[unread(fault)], differs=[], card=None, sentences={})
    library = ground.library.copy()
    faults = list(faults_of(ground, library, draft.kind, text, raw))
    record, sound = library.shelves[draft.kind].record, not any(fault.severe for fault in faults)
    said = Words(ground.game.forms, library).sentences(record, raw)
    return Drafted(
        text=text,
        entry=raw,
        faults=faults,
        differs=list(_differs(ground, draft, raw)),
        card=card_of(ground.game, library, draft.kind, raw, sound),
        sentences={".".join(map(str, way)): words for way, words in said.items()},
    )


def unread(fault: BadInput) -> FaultTold:
    line = re.search(r"at line (\d+)", str(fault))
    return FaultTold(
        path=[], line=int(line[1]) if line else 1, text=str(fault), rule="", title="", severe=True, mend=None
    )


# ---------------------------------------------------------------- faults


def faults_of(ground: Ground, library: Library, kind: str, text: str, raw: dict[str, Any]) -> Iterator[FaultTold]:
    """The first of all there are; the library has the entry then, if it can be read."""
    for shelf in library.shelves.values():
        shelf.places.clear()
    mender = Mender(ground.game.forms, library, library.shelves[kind].record, raw)
    for finding in _findings(ground.game, library, kind, raw)[:MOST_FAULTS]:
        problem, rule = rule_apart(finding.problem, finding.rule)
        known = ground.game.rulebook.rules.get(rule)
        way = steps(finding.field)
        yield FaultTold(
            path=way,
            line=line_of(text, f"{kind} number 1", finding.field),
            text=plainly(ground, problem),
            rule=rule,
            title=known.title if known is not None else "",
            severe=not finding.illegal and not finding.warning,
            mend=mender.mend(way, problem),
        )


def _findings(game: Game[Any], library: Library, kind: str, raw: dict[str, Any]) -> list[Finding]:
    try:
        return list(content_findings(game, library, [("", {kind: [raw]})]))
    except Exception as fault:  # whatever somebody has written, they are told of it
        return [Finding("", "", "", broke_down(fault))]


def rule_apart(problem: str, rule: str) -> tuple[str, str]:
    """A part that cannot be made says its rule at the end."""
    found = re.fullmatch(r"(.*) \[([\w.]+)\]", problem)
    return (found[1], rule or found[2]) if found else (problem, rule)


def plainly(ground: Ground, problem: str) -> str:
    """What is wrong, with the words of files as people call them: fields, parts, values and entries."""
    titles = file_words(ground.game.name)
    names = {id: entry.name for shelf in ground.library.shelves.values() for id, entry in shelf.entries.items()}

    def called(found: re.Match[str]) -> str:
        word = titles.get(found[2]) or names.get(found[2])
        if word is None:
            return found[0]
        return a(word) if found[1] else word

    def stands(found: re.Match[str]) -> str:
        field = titles.get(found[1], found[1])
        return f"“{field}”: {'yes' if found[2] == 'true' else 'no' if found[2] == 'false' else found[3] or 'nothing'}"

    told = re.sub(r"; expected one of: [^;]*; (did you mean )", r"; \1", problem)  # one that is near is enough
    told = re.sub(r"^the field (\w+) is missing", lambda found: f"{titles.get(found[1], found[1])} is missing", told)
    told = re.sub(r"\b([a-z_]+) = (true|false|[\"']([\w ]*)[\"'])", stands, told)
    told = re.sub(r"^field [\w.\[\]]+: ", "", told)
    told = re.sub(r"(\ban? )?`?\b([a-z0-9]+(?:_[a-z0-9]+)+)\b`?", called, told)
    told = re.sub(r"(?:the text )?(?:''|\"\")", "nothing", told)
    told = re.sub(r"there is no ([\w ]+) nothing\b", r"no \1 is chosen", told)
    told = told.replace("expected some text, not nothing", "nothing is written here yet")
    told = re.sub(
        r"(?<!\w)(?:'([^']+)'|\"([^\"]+)\"|`([^`]+)`)(?!\w)",
        lambda found: f"“{''.join(filter(None, found.groups()))}”",
        told,
    )
    return told[:1].upper() + told[1:]


@cache
def file_words(game: str) -> dict[str, str]:
    """What fields, values and parts are called, by the words that files have for them."""
    forms = GAMES[game].forms
    found: dict[str, str] = {}
    for record in all_records(GAMES[game].kinds.values()):
        found |= {field: forms.field_title(record, field) for field in record.__struct_encode_fields__}
        found |= {
            word: called
            for field in record.__struct_encode_fields__
            for word, called in forms.names(record, field).items()
        }
        found[str(record.__struct_config__.tag)] = forms.title(record)
    return {word: title[:1].lower() + title[1:] if title[1:2].islower() else title for word, title in found.items()}


# ---------------------------------------------------------------- what differs


def _differs(ground: Ground, draft: Draft, raw: Mapping[str, Any]) -> Iterator[Differs]:
    if not draft.origin:
        return
    before: Mapping[str, Any] = {}
    with suppress(BadInput):
        before = raw_entry(draft.kind, ground.text(draft.kind, draft.origin))
    yield from _between(before, raw, [])


def _between(was: Any, now: Any, path: list[Step]) -> Iterator[Differs]:
    """Field by field; of two lists thing by thing where both have as many."""
    if isinstance(was, Mapping) and isinstance(now, Mapping):
        for key in dict.fromkeys((*was, *now)):
            yield from _between(was.get(key), now.get(key), [*path, key])
    elif _alike(was, now):
        for number, (one, other) in enumerate(zip(was, now, strict=True)):
            yield from _between(one, other, [*path, number])
    elif was != now or type(was) is not type(now):
        yield Differs(path=path, was=was, now=now)


def _alike(was: object, now: object) -> bool:
    both = isinstance(was, list) and isinstance(now, list) and len(was) == len(now)
    return both and all(isinstance(part, Mapping) for part in _all(was, now))


def _all(*lists: Any) -> Iterable[Any]:
    return [part for each in lists for part in each]
