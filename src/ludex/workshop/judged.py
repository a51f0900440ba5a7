"""A pack as it is about to be saved: what it says of itself, what it holds, and all that is wrong with it."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from ludex.core.files.findings import Finding
from ludex.core.files.packs import Pack, faults_of, holds, pack_findings
from ludex.core.kernel.ruling import BadInput
from ludex.core.pack.manifest import MOST_TITLE, Manifest

MOST_FAULTS = 200  # that are kept and told


class Wrong(msgspec.Struct, frozen=True, kw_only=True):
    """What is wrong with a pack, where. With what is `usable` it can be played, although no rule allows it; a warning
    tells of what may have been forgotten."""

    file: str
    line: int
    entry: str
    field: str
    problem: str
    rule: str = ""
    usable: bool = False
    warning: bool = False


class Judged(msgspec.Struct, frozen=True, kw_only=True):
    manifest: Manifest
    counts: dict[str, int]
    names: list[str]
    scenes: dict[str, str]  # their titles by name
    faults: int  # with which it cannot be used
    wrong: list[Wrong]


def judged(pack: Pack, others: Iterable[Pack] = ()) -> Judged:
    """`BadInput` where it does not say what it is."""
    manifest = pack.manifest
    findings = pack_findings(pack, others)
    held = holds(pack)
    return Judged(
        manifest=manifest,
        counts=held.counts,
        names=held.names,
        scenes=titles(pack),
        faults=len(faults_of(findings)),
        wrong=[_told(one) for one in findings[:MOST_FAULTS]],
    )


def titles(pack: Pack) -> dict[str, str]:
    found = {name: str(tables.get("title") or name.replace("_", " ")) for name, tables in pack.scenes().items()}
    return {name: title[:MOST_TITLE] for name, title in found.items()}


def check(found: Judged) -> None:
    """Can it be used? If not, all that is against it."""
    if found.faults:
        lines = [_line(one) for one in found.wrong if not one.usable and not one.warning]
        raise BadInput("\n".join(lines))


def _told(one: Finding) -> Wrong:
    return Wrong(
        file=one.file, line=one.line, entry=one.entry, field=one.field, problem=one.problem, rule=one.rule,
        usable=one.illegal, warning=one.warning,
    )  # fmt: skip


def _line(one: Wrong) -> str:
    return str(Finding(one.file, one.entry, one.field, one.problem, line=one.line))
