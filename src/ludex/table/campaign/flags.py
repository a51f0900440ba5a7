"""Flags: a ruling that somebody doubts, with a note; they are exported by rule, each with a scene file that plays the
moment again."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from ludex.core.files.codec import as_plain
from ludex.core.kernel.procedure import Interject
from ludex.core.kernel.ruling import BadInput
from ludex.core.referee.live import Given
from ludex.table.campaign.campaign import Campaign
from ludex.table.campaign.deeds import STANDS
from ludex.table.campaign.doing import EVERYBODY, Doing, does, folds
from ludex.table.campaign.notes import not_too_many, words_of
from ludex.table.campaign.playing import Playing
from ludex.table.campaign.reopening import library_for
from ludex.table.campaign.state import Raised
from ludex.table.records.entry import PLAY, Entry, Flag, FlagGone, Opened, body_of
from ludex.table.records.seat import Role, Seat, refuse

MOST_FLAGS = 500


class RaiseFlag(Doing, frozen=True, tag="flag"):
    """A line of the log as this seat reads it: which doing of the scene, and which of its lines, both from 0."""

    told: int
    line: int
    note: str


class DropFlag(Doing, frozen=True, tag="drop_flag"):
    """A flag of one's own is taken back; the game master takes back any."""

    id: str


@does(RaiseFlag, *EVERYBODY)
def raise_flag(table: Campaign, seat: Seat, what: RaiseFlag) -> dict[str, str]:
    watched = table.watched(seat)
    log = watched.log if watched is not None else []
    if not 0 <= what.told < len(log) or not 0 <= what.line < len(log[what.told].lines):
        raise BadInput("there is no such line in the log of the scene")
    if seat.muted:
        raise refuse("this seat is muted")
    not_too_many(MOST_FLAGS, [raised.by for raised in table.flags.values()], seat, "flags")
    assert table.playing is not None
    told = log[what.told]
    line = told.lines[what.line]
    found = table.outside.fresh()
    table.add(
        Flag(
            id=found, scene=table.playing.id, entry=told.entry, line=line.words, rule=line.rule,
            note=words_of(what.note, "note"),
        )
    )  # fmt: skip
    return {"flag": found}


@folds(Flag)
def flag(table: Campaign, entry: Entry, body: Flag) -> None:
    table.flags = {**table.flags, body.id: Raised(body, entry.by, entry.at)}
    table.wrote(entry)


@does(DropFlag, *EVERYBODY)
def drop_flag(table: Campaign, seat: Seat, what: DropFlag) -> None:
    raised = table.flags.get(what.id)
    if raised is None or (raised.by != seat.id and seat.role is not Role.GM):
        raise BadInput(f"there is no flag {what.id!r} of yours")
    table.add(FlagGone(id=what.id, replaces=table.words_at("flag", what.id)))


@folds(FlagGone)
def flag_gone(table: Campaign, entry: Entry, body: FlagGone) -> None:
    table.flags = {id: raised for id, raised in table.flags.items() if id != body.id}
    table.unwrote("flag", body.id)


# ---------------------------------------------------------------- exporting


def exported(table: Campaign, entries: Iterable[Entry]) -> dict[str, list[dict[str, Any]]]:
    """All flags by rule, each with the tables of a scene file that plays the moment again, or why there is none."""
    all_entries = list(entries)
    found: dict[str, list[dict[str, Any]]] = {}
    for raised in table.flags.values():
        told: dict[str, Any] = {"note": raised.flag.note, "line": raised.flag.line, "at": raised.at}
        told["by"] = table.seats[raised.by].name
        try:
            told["scene"] = moment(table, all_entries, raised.flag)
        except BadInput as fault:
            told["fault"] = str(fault)
        found.setdefault(raised.flag.rule, []).append(told)
    return dict(sorted(found.items()))


def moment(table: Campaign, entries: list[Entry], flag: Flag) -> dict[str, Any]:
    """The scene as it stood before the command of a flagged line, and that command with its dice and answers."""
    opening = next((e for e in reversed(entries) if e.kind == "opened" and e.number < flag.entry), None)
    if opening is None:
        raise BadInput("the scene of this flag is not among the entries")
    body = body_of(opening)
    assert isinstance(body, Opened)
    body = msgspec.structs.replace(body, version=table.game.version)  # whatever it was: the boundaries tell
    playing = Playing(table.game, library_for(table.library, body.content), body, opening, table.note)
    playing.entries = list(_until_boundary(entries, opening.number, flag.entry))
    live = playing.live
    if playing.changed:
        raise BadInput(f"it cannot be played again with these rules: {playing.changed}")
    command = live.done.command if live.done is not None else None
    before = (
        live.boundaries[-2] if live.open is None and command is not None and len(live.boundaries) > 1 else live.scene
    )
    file: dict[str, Any] = {
        "game": table.game.name,
        "title": flag.line,
        "text": flag.note,
        "unlisted": "decline",
        "shape": len(table.game.migrations),
        "state": msgspec.json.encode(as_plain(before)).decode(),
    }
    content = merged_content([*table.content.values(), body.content])
    if content:
        file["content"] = content
    if command is not None and live.done is not None:
        step: dict[str, Any] = {"do": command.name, "actor": command.actor, "with": plain_args(command.args)}
        step |= {word: True for word, on in (("force", live.done.force), ("waive", live.done.waive)) if on}
        dice = [{"faces": list(given.value), "rule": rule_of(given)} for given in live.given if given.is_roll]
        answers = scripted_answers(live.given)
        file["script"] = [step | ({"dice": dice} if dice else {}) | ({"answers": answers} if answers else {})]
    return file


def _until_boundary(entries: list[Entry], start: int, flagged: int) -> Iterable[Entry]:
    """The play of a scene up to the flagged entry, and on to where the command ends that is under way then."""
    stands = True
    for entry in entries:
        if entry.number <= start or entry.kind != PLAY:
            if entry.number > flagged and entry.kind in ("opened", "closed"):
                return
            continue
        if entry.number > flagged and stands:  # words were flagged that no rule has made
            return
        yield entry
        stands = bool(entry.body.get(STANDS))
        if entry.number >= flagged and stands:
            return


def merged_content(tables: Iterable[dict[str, Any]]) -> dict[str, Any]:
    found: dict[str, dict[str, Any]] = {}
    for each in tables:
        for kind, listed in each.items():
            found.setdefault(kind, {}).update({raw["id"]: raw for raw in listed})
    return {kind: list(by_id.values()) for kind, by_id in found.items()}


def plain_args(args: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.to_builtins(dict(args))
    return {key: value for key, value in found.items() if value is not None}


def rule_of(given: Given) -> str:
    """The rule of a request, out of its key."""
    words = given.key.removeprefix("roll ").removeprefix("ask ")
    return words.partition(" by ")[0] if given.is_roll else words.rpartition(" of ")[0]


def scripted_answers(given: Iterable[Given]) -> list[dict[str, Any]]:
    """Each question with what was done first, and its answer; or that it was withdrawn with that."""
    found: list[dict[str, Any]] = []
    interrupted: list[tuple[str, dict[str, Any]]] = []  # questions at which something is done first
    for each in given:
        if each.is_roll:
            continue
        answer: dict[str, Any] = {"rule": rule_of(each), "who": each.key.rpartition(" of ")[2], "withdrawn": True}
        while each.again and interrupted:
            key, answer = interrupted.pop()
            if key == each.key:
                break
        if not each.again:
            found.append(answer)
        if isinstance(each.value, Interject):
            command = each.value.command
            first = {"actor": command.actor, "do": command.name, "with": plain_args(command.args)}
            answer.setdefault("first", []).append(first)
            interrupted.append((each.key, answer))
        else:
            del answer["withdrawn"]
            answer["answer"] = msgspec.to_builtins(each.value)
    return found
