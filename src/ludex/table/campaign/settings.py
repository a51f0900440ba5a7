"""What a table has settled for itself: its title, its settings, options and content of its own."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec

from ludex.core.book.rulebook import BadOption
from ludex.core.content.content import Library
from ludex.core.files.findings import Finding, content_findings
from ludex.core.kernel.bounds import BEINGS
from ludex.core.kernel.reading import read
from ludex.core.kernel.ruling import BadInput
from ludex.table.campaign.campaign import Campaign
from ludex.table.campaign.doing import Doing, does, folds
from ludex.table.campaign.names import MOST_TITLE, title_of
from ludex.table.campaign.reopening import go_on_from_here
from ludex.table.records.entry import Archived, Content, Entry, Founded, Optioned, PackLabel, Renamed, Settled
from ludex.table.records.seat import Role, Seat, refuse
from ludex.table.records.settings import Settings

MOST_NAME = 100  # characters of a being's id in the settings
MOST_CONTENT = 50  # files of the table's own

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


class AddContent(Doing, frozen=True, tag="content"):
    """Content of the table's own, as the tables of a content file; empty tables take it away again."""

    name: str
    tables: dict[str, Any]
    pack: PackLabel | None = None


@folds(Founded)
def founded(table: Campaign, entry: Entry, body: Founded) -> None:
    table.found_game(body.game)
    table.title = body.title


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
    if found.deputy < 0 or not 0 <= found.pause <= 60:
        raise BadInput("settings: expected deputy from 0 on and pause from 0 to 60, in seconds")
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


@does(AddContent, Role.GM, tried=True)
def add_content(table: Campaign, seat: Seat, what: AddContent) -> dict[str, Any]:
    """Homebrew. What is on the table goes on with it from the boundary where it stands."""
    if len(what.name) > MOST_TITLE:
        raise BadInput(f"name: expected at most {MOST_TITLE} characters")
    if what.name not in table.content and len(table.content) >= MOST_CONTENT:
        raise refuse(f"the table has {MOST_CONTENT} files of content already")
    library = table.library_with(
        {name: one for name, one in table.content.items() if name != what.name}, table.characters
    )
    told = judged(table, library, what.tables, what.name)
    if table.playing is not None and table.playing.live.open is not None:
        raise refuse("a question is open: content can be changed when the command is over")
    table.add(Content(name=what.name, tables=what.tables, pack=what.pack))
    if table.playing is not None:
        go_on_from_here(table, "the content of the table was changed")
    return told


def judged(table: Campaign, library: Library, tables: dict[str, Any], where: str) -> dict[str, Any]:
    """Add tables to a library that is the table's alone. What no rule of creation allows of characters is told, and
    what may have been forgotten; anything else that is wrong is refused, all of it at once."""
    library = library if library is not table.game.starter else library.copy()
    found = list(content_findings(table.game, library, [(where, tables)]))
    overrides = [one for one in found if one.rule and one.entry.startswith("character ") and not one.warning]
    wrong = [one for one in found if one not in overrides and not one.warning]
    if wrong:
        raise BadInput("\n".join(map(str, wrong)))
    return {
        "overrides": [told(one) for one in overrides],
        "warnings": [told(one) for one in found if one.warning],
    }


def told(found: Finding) -> str:
    """Without the name of the file, which whoever gave it knows."""
    return str(replace(found, file="", warning=False))


@folds(Content)
def content(table: Campaign, entry: Entry, body: Content) -> None:
    kept = {name: tables for name, tables in table.content.items() if name != body.name}
    table.content = {**kept, body.name: body.tables} if body.tables else kept
    labels = {name: label for name, label in table.packs.items() if name != body.name}
    table.packs = {**labels, body.name: body.pack} if body.pack is not None and body.tables else labels
    table.shelve()
