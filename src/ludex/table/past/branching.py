"""What if? A table of its own that begins at a moment of another one which is over. A game master has it as it was; a
player goes on with those whom they play, as far as they know the scene, and machines play all others."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, NamedTuple

import msgspec

from ludex.core.files.codec import as_plain
from ludex.core.kernel.procedure import GM
from ludex.opponents import sides_of, usual
from ludex.table import doings
from ludex.table.campaign.campaign import Campaign, Outside
from ludex.table.campaign.deleting import due_in
from ludex.table.campaign.doing import Doing
from ludex.table.campaign.fog import put_fog
from ludex.table.campaign.likenesses import drawn, kind_of_being
from ludex.table.campaign.names import MOST_TITLE
from ludex.table.campaign.reopening import can_be_done
from ludex.table.campaign.scenes import begin
from ludex.table.campaign.seating import seated
from ludex.table.document.show import Documents
from ludex.table.past.going_on import From, from_moment
from ludex.table.records.entry import Branch, Content, Entry, FellBefore, Opened, Optioned, Policy, Settled
from ludex.table.records.seat import NOBODY, Role, Seat, refuse

WHAT_IF = "What if: "
DAYS = 14  # after which a table goes that has no game master to keep or delete it


class Wanted(NamedTuple):
    """From which moment, and with which dice; `key` is the hash of the token with which whoever asks sits there."""

    table: str  # the id of that which was played
    chapter: int | None
    moment: int | None
    as_they_fell: bool
    key: str
    deed: Doing | None = None  # that is done there first


class Branched(NamedTuple):
    """A new table: its entries, the seat of whoever has asked, and the pictures that it needs."""

    entries: list[Entry]
    seat: str
    pictures: list[str]


def branched(what: Wanted, outside: Outside | None, documents: Documents, seat: Seat) -> Branched:
    outside = outside if outside is not None else Outside()
    start = from_moment(documents, seat, what.chapter, what.moment, Random(outside.seed()))
    master = seat.role is Role.GM
    played = tuple(who for who in start.seat.beings if who in start.scene.beings)
    if not master and not played:
        raise refuse("you play nobody in this moment")
    name, key = (seat.name, what.key) if master else (NOBODY, "")
    then = documents.table
    title = then.branch.title if then.branch is not None else then.title
    branch = Branch(table=what.table, title=title, scene=start.title, round=start.scene.turns.round)
    table = doings.found(start.game.name, named(branch), name, key, outside, branch)
    _settle(table, start)
    opened = _open(table, start)
    sitting = next(iter(table.seats))
    pictures = _draw(table, start, opened.id, master)
    if master:
        put_fog(table, opened.id, start.fog.all, *_covered(start))
    else:
        sitting = seated(table, Role.PLAYER, seat.name, what.key, played)
        table.add(due_in(table, DAYS))
    for who, policy in _machines(start, master).items():
        table.add(Policy(who=who, policy=policy))
    if what.as_they_fell and start.fell:
        table.add(FellBefore(throws={key: [list(one) for one in each] for key, each in start.fell.items()}))
    if start.under_way is not None:
        _go_on(table, start.under_way.lines, opened)
    elif start.first and not master:
        begin(table)  # there is nobody else who could
        table.finish()
    entries = table.take()
    if what.deed is not None:
        table.do(sitting, what.deed)
        entries += table.take()
    return Branched(entries, sitting, pictures)


def named(branch: Branch) -> str:
    """After the table that was played and the moment; a scene that is called as its table is not named twice."""
    moment = f", round {branch.round}" if branch.round else ""
    what = ", ".join(dict.fromkeys((branch.title, branch.scene)))
    return f"{WHAT_IF}{what[: MOST_TITLE - len(WHAT_IF) - len(moment)]}{moment}"


def _settle(table: Campaign, start: From) -> None:
    """Settings, options and content as they were."""
    then = start.table
    settings = {**msgspec.to_builtins(then.settings), "dice": "sealed", "deputy": 0}
    table.add(Settled(settings=settings))
    if then.options:
        table.add(Optioned(options=then.options))
    kept = {kind: list(entries.values()) for kind, entries in then.retired.items()}
    for name, tables in then.content.items():
        table.add(Content(name=name, tables=tables, pack=then.packs.get(name), kept={}))
    if kept:
        table.add(Content(name="", tables={}, kept=kept))
    for character in then.characters.values():
        table.add(msgspec.structs.replace(character, owner="", brought=""))


def _open(table: Campaign, start: From) -> Opened:
    """The scene as it is gone on from."""
    playing, game = start.table.playing, table.game
    assert playing is not None
    opened = Opened(
        id=playing.id, title=playing.opened.title, text=playing.opened.text, content=playing.opened.content,
        version=game.version, shape=len(game.migrations), state=as_plain(start.scene),
    )  # fmt: skip
    table.add(opened)
    return opened


def _draw(table: Campaign, start: From, scene: str, master: bool) -> list[str]:
    """Everybody is drawn as they were, and the map lies under the board where it may be seen; gives the pictures."""
    then, beings = start.table, start.scene.beings.values()
    for kind in dict.fromkeys(kind_of_being(being) for being in beings):
        if kind in then.likenesses:
            table.add(then.likenesses[kind])
    pictures = [drawn(then.likenesses, start.scene, being, ally=True).picture for being in beings]
    laid = then.maps.get(scene)
    if laid is not None and (master or laid.seen == "everybody"):
        table.add(laid)
        pictures.append(laid.picture)
    return [*dict.fromkeys(filter(None, pictures))]


def _covered(start: From) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """What is covered of a board, or of one that is covered what is not."""
    places = tuple(sorted(start.fog.places, key=str))
    return ((), places) if start.fog.all else (places, ())


def _machines(start: From, master: bool) -> Mapping[str, str]:
    """For whom machines play: for a game master those for whom they did, for a player all whom no seat plays."""
    if master:
        return {who: policy for who, policy in start.table.policies.items() if policy}
    return dict.fromkeys([*sides_of(start.game, start.scene), GM], usual(start.game))


def _go_on(table: Campaign, lines: list[dict[str, Any]], opened: Opened) -> None:
    """What was under way is under way again, where the rules lead to it."""
    if not can_be_done(table, opened, lines):
        return
    for line in lines:
        table.play_again(line, "")
    assert table.playing is not None
    table.playing.do_again()
    table.finish()
