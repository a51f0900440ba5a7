"""An entry that is being made, as its text: what it is by now, all that is wrong with it and how that is mended, what
differs from the one it began as, and how players will see it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

import msgspec

from ludex.core.files.findings import Finding, content_findings
from ludex.core.files.lines import line_of
from ludex.core.kernel.ruling import BadInput
from ludex.workshop.card import Card, card_of
from ludex.workshop.editing import Edit, edited, entry_written, raw_entry
from ludex.workshop.ground import Ground

Step = str | int  # the name of a field, or a number in a list


class Mend(msgspec.Struct, frozen=True, kw_only=True):
    """What would mend a fault, in words and as edits."""

    words: str
    edits: list[Edit]


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
        return Drafted(text=text, entry=None, faults=[_unread(fault)], differs=[], card=None, sentences={})
    return Drafted(
        text=text,
        entry=raw,
        faults=list(_faults(ground, draft.kind, text, raw)),
        differs=list(_differs(ground, draft, raw)),
        card=card_of(ground.game, ground.library, draft.kind, raw),
        sentences={},
    )


def _unread(fault: BadInput) -> FaultTold:
    line = re.search(r"at line (\d+)", str(fault))
    return FaultTold(
        path=[], line=int(line[1]) if line else 1, text=str(fault), rule="", title="", severe=True, mend=None
    )


# ---------------------------------------------------------------- faults


def _faults(ground: Ground, kind: str, text: str, raw: dict[str, Any]) -> Iterator[FaultTold]:
    library = ground.library.copy()
    for shelf in library.shelves.values():
        shelf.places.clear()
    for finding in content_findings(ground.game, library, [("", {kind: [raw]})]):
        yield _told(ground, kind, text, finding)


def _told(ground: Ground, kind: str, text: str, finding: Finding) -> FaultTold:
    rule = ground.game.rulebook.rules.get(finding.rule)
    return FaultTold(
        path=steps(finding.field),
        line=line_of(text, f"{kind} number 1", finding.field),
        text=finding.problem,
        rule=finding.rule,
        title=rule.title if rule is not None else "",
        severe=not finding.illegal and not finding.warning,
        mend=None,
    )


def steps(field: str) -> list[Step]:
    """`parts[2].value` step by step."""
    found = re.findall(r"([^.\[\]]+)|\[(\d+)\]", field)
    return [name or int(number) for name, number in found]


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
