"""A table from its beginning, or from its entries, with all that can be done at it.

What can be done registers itself with `does` and `folds`, and the campaign knows none of it. So whoever wants a table
has it from here, where all of that is imported.
"""

from __future__ import annotations

from collections.abc import Iterable

from ludex.core.files.codec import Boundary
from ludex.core.game import GAMES
from ludex.core.kernel.english import there_are
from ludex.core.kernel.ruling import BadInput
from ludex.table.campaign import (
    adventures,
    changing,
    characters,
    clocks,
    deleting,
    drawings,
    evenings,
    flags,
    fog,
    likenesses,
    links,
    maps,
    notes,
    passing,
    pins,
    rematch,
    running,
    scenes,
    seating,
    settings,
    webhooks,
    wishes,
)
from ludex.table.campaign import snapshot as snapshots
from ludex.table.campaign.campaign import Campaign, Outside
from ludex.table.campaign.names import name_of, title_of
from ludex.table.campaign.past import Past
from ludex.table.campaign.reopening import go_on_from_here
from ludex.table.campaign.snapshot import Snapshot
from ludex.table.campaign.standing import why_not_shown
from ludex.table.play import commands, improvising, linking, mastering, pinging, walking
from ludex.table.records.entry import Branch, Entry, Founded, Seated
from ludex.table.records.seat import Role

ALL = (
    adventures, changing, characters, clocks, deleting, drawings, evenings, flags, fog, likenesses, links, maps, notes,
    passing, pins,
    rematch, running, scenes, seating, settings, webhooks, wishes, commands, improvising, linking,
    mastering, pinging, walking,
)  # fmt: skip


def found(
    game: str, title: str, name: str, token_hash: str, outside: Outside | None = None, branch: Branch | None = None
) -> Campaign:
    """A new table with the seat of its game master. Its first entries are to be taken."""
    if game not in GAMES:
        raise BadInput(f"there is no game {game!r}; {there_are(game, GAMES)}")
    table = Campaign(outside)
    table.begin("")
    table.add(Founded(title=title_of(title), game=game, branch=branch))
    evenings.begin_evening(table)
    table.add(Seated(id=table.outside.fresh(), role=Role.GM, name=name_of(name), token_hash=token_hash))
    return table


def folded(entries: Iterable[Entry], outside: Outside | None = None, kept: Boundary | None = None) -> Campaign:
    """A table from its entries, and the last boundary that was kept of what was played at it."""
    return _went_on(Campaign(outside), entries, kept)


def resumed(
    snapshot: Snapshot,
    past: Past,
    entries: Iterable[Entry],
    outside: Outside | None = None,
    kept: Boundary | None = None,
) -> Campaign:
    """The same from a snapshot, and the entries since. `Unusable` where that is not to be had."""
    return _went_on(snapshots.resumed(snapshot, outside, past), entries, kept)


def _went_on(table: Campaign, entries: Iterable[Entry], kept: Boundary | None) -> Campaign:
    for entry in entries:
        table.fold(entry)
    if table.playing is not None and kept is not None:
        table.playing.use_kept(kept)
    return table


def wake(table: Campaign) -> None:
    """After loading: what must be settled before anything else is done. Its entries are to be taken."""
    table.begin("")
    if table.night.dice is None or table.night.closed:
        evenings.begin_evening(table)
    playing = table.playing
    if playing is None:
        return
    try:
        _ = playing.live
    except BadInput as fault:
        table.playing = None
        running.broke_down(table, "", {}, f"the scene that was on the table cannot be opened: {fault}")
        return
    if playing.changed and (why := why_not_shown(table.game, playing.live.scene)):
        scenes.close(table, why)
    elif playing.changed:
        go_on_from_here(table, "; ".join(filter(None, (playing.changed, playing.cut))))
