"""What a table has settled for itself: its title, its settings, options and content of its own."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Literal

import msgspec

from ludex.core.book.rulebook import BadOption
from ludex.core.content.content import Library
from ludex.core.files.findings import Finding, content_findings
from ludex.core.kernel.bounds import BEINGS
from ludex.core.kernel.reading import read
from ludex.core.kernel.ruling import BadInput
from ludex.table.campaign.campaign import Campaign, Retired
from ludex.table.campaign.doing import Doing, does, folds
from ludex.table.campaign.names import title_of
from ludex.table.campaign.pictures import come_again
from ludex.table.records.entry import UNSET, Archived, Content, Entry, Founded, Optioned, PackLabel, Renamed, Settled
from ludex.table.records.seat import Role, Seat
from ludex.table.records.settings import Settings

MOST_NAME = 100  # characters of a being's id in the settings
MOST_CONTENT = 50  # files of the table's own
MOST_DEPUTY = 10_000_000  # seconds, some months

# ---------------------------------------------------------------- the table itself


class Rename(Doing, frozen=True, tag="rename"):
    """The title of the table."""

    title: str


class Archive(Doing, frozen=True, tag="archive"):
    """Put the table away, or take it up again."""

    archived: bool = True


class Set(Doing, frozen=True, tag="settings"):
    """Settings that change, by name."""

    settings: dict[str, Any]


class Choose(Doing, frozen=True, tag="options"):
    """Options of scenes to come, by name; the others are as they are by default."""

    options: dict[str, bool | int | str]


class Answer(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What becomes of an entry that is in use and is taken away or changed: a copy of it is kept for those who have it,
    or another entry of its kind takes its place."""

    kind: str
    id: str
    answer: Literal["keep", "instead"]
    instead: str = ""  # the id of the other one


class AddContent(Doing, frozen=True, tag="content"):
    """Content of the table's own, as the tables of a content file; empty tables take it away again. Several `files` by
    name are taken together, as one may name what is in another. What is in use and would be gone needs answers; with
    answers alone, they mend what is missing."""

    name: str = ""
    tables: dict[str, Any] = {}
    files: dict[str, dict[str, Any]] = {}
    pack: PackLabel | None = None
    answers: tuple[Answer, ...] = ()

    @property
    def given(self) -> dict[str, dict[str, Any]]:
        """All files, by name."""
        return {**({self.name: self.tables} if self.name or self.tables else {}), **self.files}


@folds(Founded)
def founded(table: Campaign, entry: Entry, body: Founded) -> None:
    table.found_game(body.game)
    table.title, table.branch = body.title, body.branch


@does(Rename, Role.GM)
def rename(table: Campaign, seat: Seat, what: Rename) -> None:
    table.add(Renamed(title=title_of(what.title)))


@folds(Renamed)
def renamed(table: Campaign, entry: Entry, body: Renamed) -> None:
    table.title = body.title


@does(Archive, Role.GM)
def archive(table: Campaign, seat: Seat, what: Archive) -> None:
    table.add(Archived(archived=what.archived))


@folds(Archived)
def archived(table: Campaign, entry: Entry, body: Archived) -> None:
    table.archived = body.archived


# ---------------------------------------------------------------- settings and options


@does(Set, Role.GM)
def change_settings(table: Campaign, seat: Seat, what: Set) -> None:
    found = changed_settings(table.settings, what.settings)
    if len(found.pools_of) > BEINGS or any(len(who) > MOST_NAME for who in found.pools_of):
        raise BadInput(f"settings: pools_of: expected at most {BEINGS} beings, of up to {MOST_NAME} characters each")
    table.add(Settled(settings=what.settings))


def changed_settings(now: Settings, changes: dict[str, Any]) -> Settings:
    try:
        found = read({**msgspec.to_builtins(now), **changes}, Settings)
    except msgspec.ValidationError as fault:
        raise BadInput(f"settings: {fault}") from None
    if not 0 <= found.deputy <= MOST_DEPUTY or not 0 <= found.pause <= 60:
        raise BadInput(f"settings: expected deputy from 0 to {MOST_DEPUTY:,} and pause from 0 to 60, in seconds")
    return found


@folds(Settled)
def settled(table: Campaign, entry: Entry, body: Settled) -> None:
    table.settings = changed_settings(table.settings, body.settings)
    table.hand_out_dice()


@does(Choose, Role.GM)
def choose_options(table: Campaign, seat: Seat, what: Choose) -> None:
    try:
        table.game.rulebook.check_options(what.options)
    except BadOption as fault:
        raise BadInput(f"options: {fault}") from None
    table.add(Optioned(options=what.options))


@folds(Optioned)
def optioned(table: Campaign, entry: Entry, body: Optioned) -> None:
    table.options = dict(body.options)


# ---------------------------------------------------------------- content of the table's own


class Wrong(BadInput):
    """Content that cannot be used, and all that is wrong with it."""

    def __init__(self, found: list[Finding]) -> None:
        super().__init__("\n".join(map(str, found)))
        self.found = found


def judged(table: Campaign, library: Library, files: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """Add files to a library that is the table's alone. What no rule of creation allows of characters is told, and
    what may have been forgotten; anything else that is wrong is refused, all of it at once."""
    library = library if library is not table.game.starter else library.copy()
    found = list(content_findings(table.game, library, files.items()))
    overrides = [one for one in found if one.rule and one.entry.startswith("character ") and not one.warning]
    wrong = [one for one in found if one not in overrides and not one.warning]
    if wrong:
        raise Wrong(wrong)
    return {
        "overrides": [told(one) for one in overrides],
        "warnings": [told(one) for one in found if one.warning],
    }


def told(found: Finding) -> str:
    """Without the name of the file, which whoever gave it knows."""
    return str(replace(found, file="", warning=False))


@folds(Content)
def content(table: Campaign, entry: Entry, body: Content) -> None:
    """What has gone and nobody was asked about, by an earlier version, stays for those who may have it."""
    before = table.content.get(body.name, {})
    files = {name: tables for name, tables in table.content.items() if name != body.name}
    table.content = {**files, body.name: body.tables} if body.tables else files
    labels = {name: label for name, label in table.packs.items() if name != body.name}
    table.packs = {**labels, body.name: body.pack} if body.pack is not None and body.tables else labels
    back = entries_by_id(body.tables)
    come_again(table, back.values())
    asked = body.kept is not UNSET
    gone = {} if asked else gone_without(table, before, back)
    kept = entries_by_id(body.kept) if body.kept is not UNSET else gone
    if kept or table.retired:
        table.retired = put_by(table.retired, kept, [named for named in back if named not in kept])
    table.lost = (table.lost - back.keys() - kept.keys()) if asked else (table.lost - back.keys()) | gone.keys()
    table.shelve()


Written = dict[tuple[str, str], dict[str, Any]]  # entries as they are written, by kind and id


def gone_without(table: Campaign, before: dict[str, Any], back: Written) -> Written:
    """What stood in a file and stands nowhere any more."""
    gone = {named: raw for named, raw in entries_by_id(before).items() if named not in back}
    others = {named for tables in table.content.values() for named in entries_by_id(tables)} if gone else ()
    return {named: raw for named, raw in gone.items() if named not in others}


def entries_by_id(tables: dict[str, Any]) -> Written:
    """The entries of a file as they are written, by kind and id."""
    return {
        (kind, str(raw["id"])): raw
        for kind, listed in tables.items() if isinstance(listed, list)
        for raw in listed if isinstance(raw, dict) and "id" in raw
    }  # fmt: skip


def put_by(retired: Retired, kept: Written, back: Iterable[tuple[str, str]]) -> Retired:
    """With these kept for those who have them, and without those that are there again."""
    found = {kind: dict(entries) for kind, entries in retired.items()}
    for kind, id in back:
        found.get(kind, {}).pop(id, None)
    for (kind, id), raw in kept.items():
        found.setdefault(kind, {})[id] = raw
    return {kind: entries for kind, entries in found.items() if entries}
