"""The scene on the table is opened afresh, as it stands: with other rules, other content, or somebody who comes in."""

from __future__ import annotations

from typing import Any

from ludex.core.content.content import Library
from ludex.core.files.codec import as_plain
from ludex.core.files.journal import done_again
from ludex.core.kernel.scene import Scene
from ludex.table.campaign.campaign import Campaign
from ludex.table.campaign.deeds import STANDS
from ludex.table.campaign.playing import TOLD, Playing
from ludex.table.records.entry import PLAY, Entry, Opened

OTHER_CONTENT = "the content of the table was changed"  # why it is opened afresh


def go_on_from_here(table: Campaign, why: str, scene: Scene[Any] | None = None) -> None:
    """It goes on from its boundary or as this scene, and what is under way is done again; where that cannot be, it is
    taken back."""
    before = table.playing
    assert before is not None
    held = [{"hold": seat} for seat in before.held]
    under_way = [{key: said for key, said in e.body.items() if key not in (STANDS, TOLD)} for e in before.under_way]
    by = ["" for _ in held] + [entry.by for entry in before.under_way]
    scene = scene if scene is not None else before.live.scene
    opened = opened_again(before, why, scene, before.stood if under_way else 0)
    again = [*held, *map(done_again, under_way)]
    if not can_be_done(table, opened, again):
        again = held
        opened = opened_again(before, f"{why}; what was under way is taken back", scene)
    table.add(opened)
    for who, line in zip(by, again, strict=False):
        table.play_again(line, who)
    if again and table.playing is not None:
        table.playing.do_again()
        table.finish()


def library_for(library: Library, content: dict[str, Any]) -> Library:
    if not content:
        return library
    library = library.copy()
    library.add(content, "the scene")
    return library


def opened_again(playing: Playing, why: str, scene: Scene[Any], until: int = 0) -> Opened:
    """The scene on the table as a new beginning; what was done after the entry `until` is done again in it."""
    return Opened(
        id=playing.id, title=playing.opened.title, text=playing.opened.text, content=playing.opened.content, why=why,
        until=until, version=playing.game.version, shape=len(playing.game.migrations), state=as_plain(scene),
    )  # fmt: skip


def can_be_done(table: Campaign, opened: Opened, lines: list[dict[str, Any]]) -> bool:
    """Can these lines of play be done in a scene that is opened so?"""
    entries = [Entry(number, 0.0, "", PLAY, line) for number, line in enumerate(lines, 2)]
    library = library_for(table.library, opened.content)
    trial = Playing(table.game, library, opened, Entry(1, 0.0, "", "opened", {}), lambda line: None)
    trial.entries = entries
    _ = trial.live
    return not trial.changed
