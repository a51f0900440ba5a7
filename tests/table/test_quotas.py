"""How much somebody may write at a table: no seat fills it for all others."""

from __future__ import annotations

import pytest

from ludex.core.kernel.ruling import BadInput, Refused
from ludex.table.campaign import notes, settings
from ludex.table.campaign.flags import RaiseFlag
from ludex.table.campaign.notes import TearNote, WriteHandout, WriteNote
from ludex.table.campaign.settings import AddContent, Set
from ludex.table.play.mastering import Call
from tests.table.tables import Kept


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch) -> Kept:
    monkeypatch.setattr(notes, "MOST_OF_ONE", 2)
    return Kept("bluebox")


def test_nobody_but_the_game_master_fills_the_table_with_notes(kept: Kept) -> None:
    eve, ann = kept.seat("Eve", role="spectator"), kept.seat("Ann")
    mine = [kept.do(WriteNote(title="Mine", text="…"), eve)["note"] for _ in range(2)]
    with pytest.raises(Refused, match="this seat has 2 notes already"):
        kept.do(WriteNote(title="One more", text="…"), eve)
    kept.do(WriteNote(id=mine[0], title="Changed", text="…"), eve)
    for seat in (ann, kept.gm, kept.gm, kept.gm):
        kept.do(WriteNote(title="Mine", text="…"), seat)
    assert len(kept.table.notes) == 6


def test_all_that_is_written_has_room_in_what_who_comes_is_told(kept: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notes, "MOST_WRITTEN", 100)
    monkeypatch.setattr(notes, "MOST_WRITTEN_BY_ONE", 50)
    eve = kept.seat("Eve", role="spectator")
    mine = kept.do(WriteNote(title="Mine", text="x" * 40), eve)["note"]
    with pytest.raises(Refused, match="the notes of this seat have 50 characters already"):
        kept.do(WriteNote(title="Mine", text="x" * 11), eve)
    kept.do(WriteNote(id=mine, title="Mine", text="x" * 50), eve)
    for what in (WriteNote(title="Ours", text="x" * 30), WriteHandout(title="Look", text="x" * 20)):
        kept.do(what)
    for more in (WriteNote(title="Ours", text="x"), WriteHandout(title="Look", text="x")):
        with pytest.raises(Refused, match="the table have 100 characters already"):
            kept.do(more)
    kept.do(WriteHandout(title="Only a title"))
    kept.do(TearNote(id=mine), eve)
    kept.do(WriteNote(title="Ours", text="x" * 50))


def test_nobody_but_the_game_master_fills_the_table_with_flags(kept: Kept) -> None:
    eve, ann = kept.seat("Eve", role="spectator"), kept.seat("Ann", "tahra")
    kept.open(begin=False)
    kept.do(Call(name="tell", args={"words": "Listen"}))
    doubt = RaiseFlag(told=0, line=0, note="What?")
    for seat in (eve, eve, ann, kept.gm, kept.gm, kept.gm):
        kept.do(doubt, seat)
    with pytest.raises(Refused, match="this seat has 2 flags already"):
        kept.do(doubt, eve)


def test_settings_and_content_have_bounds(kept: Kept) -> None:
    with pytest.raises(BadInput, match="at most 200 beings"):
        kept.do(Set(settings={"pools_of": {f"wolf_{n}": "bar" for n in range(201)}}))
    with pytest.raises(BadInput, match="up to 100 characters each"):
        kept.do(Set(settings={"pools_of": {"w" * 101: "bar"}}))
    with pytest.raises(BadInput, match="name: expected at most 120 characters"):
        kept.do(AddContent(name="n" * 121, tables={}))
    kept.table.content = {f"file {n}": {} for n in range(settings.MOST_CONTENT)}
    with pytest.raises(Refused, match="the table has 50 files of content already"):
        kept.do(AddContent(name="one more", tables={}))
