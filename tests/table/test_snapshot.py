"""A snapshot is the table: whoever resumes it is shown what the fold of all entries shows, and what follows is the
same. What it leaves out is fetched when somebody wants it, and not before."""

from __future__ import annotations

import zlib
from itertools import count
from typing import Any

import pytest

from ludex.core.kernel.ruling import BadInput, Refused
from ludex.table import doings
from ludex.table.campaign import playing
from ludex.table.campaign.campaign import Campaign
from ludex.table.campaign.characters import Bring, CharacterFile, plain_entry
from ludex.table.campaign.doing import Doing
from ludex.table.campaign.evenings import CloseEvening
from ludex.table.campaign.flags import RaiseFlag
from ludex.table.campaign.log import HERE, PAGE
from ludex.table.campaign.notes import Say
from ludex.table.campaign.scenes import CloseScene
from ludex.table.campaign.seating import HandOver
from ludex.table.campaign.snapshot import Unusable, digest_of
from ludex.table.desk.telling import read_log
from ludex.table.document import looking
from ludex.table.document.log import told
from ludex.table.document.show import Documents
from ludex.table.play.deciding import step
from ludex.table.play.mastering import Call, Redo, Replace, Undo
from tests.table.earlier import ASKED, BETWEEN, table_of
from tests.table.meddling import Meddler
from tests.table.snapshots import Shelf, shelved, shown, unlike
from tests.table.tables import SCENES, Fake, Kept

DOINGS = 40
NOW = 8  # doings from one comparison with the fold to the next; with `--long` there is one after each
SOON = 3  # doings from one snapshot to the next, at first; then there is none any more


@pytest.mark.slow
@pytest.mark.parametrize("game", SCENES)
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(1, 6))])
def test_whatever_was_done_a_snapshot_and_the_entries_since_are_the_fold(
    game: str, seed: int, pytestconfig: pytest.Config
) -> None:
    often = 1 if pytestconfig.option.long else NOW
    at = Meddler(game, seed)
    shelf = Shelf(at.kept.entries)
    for number in range(DOINGS):
        if number % SOON == 0 and number < DOINGS * 2 // 3:
            shelf.take(at.kept.table)
        what = at.meddle()
        if (number + 1) % often:
            continue
        found = unlike(shelf.resumed(at.kept.fake), at.kept.folded())
        assert not found, f"{game}, with {seed}: after {what}, {number}, these differ: {found}"


# ---------------------------------------------------------------- what follows


def go_on(table: Campaign, shelf: Shelf) -> list[Any]:
    """Do all kinds of things, and give what came of it, bytes and words."""
    fake = Fake()
    fake.numbers = count(10_000)
    table.outside = fake.outside()
    gm = next(iter(table.seats))
    foe = table.game.sides[1]
    came: list[Any] = []
    what: list[Doing] = [
        Say(words="On we go."), Undo(), Redo(), Undo(steps=3), Undo(steps=12), Redo(steps=12),
        Call(name="roll", args={"dice": "2d6"}), Replace(number=0, faces=(1, 1)), HandOver(who=foe, policy="simple"),
        RaiseFlag(told=0, line=0, note="Really?"), CloseEvening(),
        Bring(ready=next(iter(table.game.starter.shelves["character"].entries))),
    ]  # fmt: skip
    for one in what:
        try:
            came.append(table.do(gm, one))
        except (BadInput, Refused) as fault:
            came.append(str(fault))
        came.append(shelf.keep(table))
    for _ in range(5):
        came += [step(table), shelf.keep(table)]
    return [*came, shown(table)]


@pytest.mark.slow
@pytest.mark.parametrize("how", [BETWEEN, ASKED])
@pytest.mark.parametrize("game", SCENES)
def test_what_follows_on_a_snapshot_is_what_follows_on_the_fold(game: str, how: str) -> None:
    kept = table_of(game, how)
    shelf = shelved(kept)
    assert go_on(shelf.resumed(kept.fake), shelf) == go_on(kept.folded(), Shelf([]))


def test_a_scene_keeps_the_content_it_was_opened_with() -> None:
    """Who was brought since is on the shelves of the table, and not on those of the scene."""
    kept = Kept("bluebox")
    kept.open(begin=False)
    ready = next(iter(kept.table.game.starter.shelves["character"].entries.values()))
    newcomer = CharacterFile(game="bluebox", character={**plain_entry(ready), "id": "newcomer"})
    kept.do(Bring(file=newcomer))
    resumed = shelved(kept).resumed(kept.fake)
    assert resumed.playing is not None
    assert "newcomer" in resumed.library.shelves["character"]
    assert "newcomer" not in resumed.playing.library.shelves["character"]
    assert not unlike(resumed, kept.folded())
    kept.do(CloseScene())
    assert shelved(kept).resumed(kept.fake).left == kept.table.left


# ---------------------------------------------------------------- what is left out


def long_scene(rolls: int) -> Kept:
    """A scene in which the game master has rolled so often."""
    kept = Kept("bluebox")
    kept.open(begin=False)
    kept.seat("Ann")
    for number in range(rolls):
        kept.do(Call(name="roll", args={"dice": "d6", "for": f"day {number}", "secret": False}))
    return kept


@pytest.mark.parametrize("rolls", [30, 240])
def test_nothing_is_fetched_for_whoever_comes(rolls: int) -> None:
    kept = long_scene(rolls)
    shelf = shelved(kept)
    table = shelf.resumed(kept.fake)
    documents = Documents(table)
    for seat in table.seats.values():
        assert documents.of(seat) == Documents(kept.table).of(seat)
        watched = table.watched(seat)
        assert watched is not None
        assert len(watched.log) == rolls
        assert len(watched.log[-HERE:]) == min(rolls, HERE)
    assert shelf.asked == []
    assert table.playing is not None
    assert len(table.playing.entries) < 40
    assert len(table.playing.live.boundaries) < 10


def test_the_record_is_read_in_pages() -> None:
    kept = long_scene(4 * PAGE)
    shelf = shelved(kept)
    table = shelf.resumed(kept.fake)
    kept.do(Call(name="tell", args={"words": "Onwards."}))
    table.fold(kept.entries[-1])
    whole, paged = Documents(kept.folded()), Documents(table)
    for before in (None, 4 * PAGE, PAGE + 20, 10):
        look = looking.Log(before=before, most=30)
        assert looking.look(paged, kept.gm, look) == looking.look(whole, kept.gm, look)
    assert {*shelf.asked} == {"page"}
    assert len(shelf.asked) <= 3
    shelf.pages.clear()
    table = shelf.resumed(kept.fake)  # where a page is lost, it is made of what was played
    look = looking.Log(before=PAGE, most=30)
    assert looking.look(Documents(table), kept.gm, look) == looking.look(whole, kept.gm, look)


def record(table: Campaign) -> list[Any]:
    """All that the game master has read."""
    gm = next(iter(table.seats.values()))
    return [told(table, gm, number) for number in range(len(read_log(table, gm)))]


def test_by_other_rules_the_record_goes_on_in_its_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = long_scene(3 * PAGE)
    shelf, read = shelved(kept), record(kept.table)
    monkeypatch.setattr(kept.table.game, "version", kept.table.game.version + 1)
    for _ in range(2):
        table = shelf.resumed(kept.fake)
        doings.wake(table)
        table.do(kept.gm, Call(name="roll", args={"dice": "d6", "secret": False}))
        shelf.keep(table)
        assert record(table)[: 3 * PAGE] == read
        shelf.take(table)
    assert {*shelf.asked} == {"page"}  # nothing was played again
    assert [entry.body["why"] for entry in shelf.all if entry.kind == "opened" and "why" in entry.body]
    assert record(shelf.resumed(kept.fake)) == record(doings.folded(shelf.all))


def test_undo_beyond_a_snapshot_fetches_what_came_before() -> None:
    kept = long_scene(3 * PAGE)
    shelf = shelved(kept)
    table = shelf.resumed(kept.fake)
    table.do(kept.gm, Undo(steps=2))
    shelf.keep(table)
    assert shelf.asked == []
    table.do(kept.gm, Undo(steps=2 * PAGE))
    assert shelf.asked == ["entries"]
    kept.do(Undo(steps=2))
    kept.do(Undo(steps=2 * PAGE))
    assert not unlike(table, kept.table)
    with pytest.raises(BadInput, match=f"there are {PAGE - 2} steps to undo"):
        table.do(kept.gm, Undo(steps=PAGE))


def test_of_a_very_long_scene_nothing_beyond_a_snapshot_is_undone(monkeypatch: pytest.MonkeyPatch) -> None:
    """It would be played again from its beginning, and others wait for the processor meanwhile."""
    kept = long_scene(2 * PAGE)
    shelf = shelved(kept)
    monkeypatch.setattr(playing, "MOST_AGAIN", PAGE)
    table = shelf.resumed(kept.fake)
    with pytest.raises(BadInput, match="this scene is too long to go back so far"):
        table.do(kept.gm, Undo(steps=PAGE))
    assert shelf.asked == []
    table.do(kept.gm, Undo(steps=2))


def test_what_was_undone_beyond_a_snapshot_is_folded_by_another_process_too() -> None:
    kept = long_scene(PAGE)
    shelf = shelved(kept)
    kept.do(Undo(steps=PAGE // 2))
    kept.do(Redo(steps=PAGE // 4))
    shelf.all = kept.entries
    assert not unlike(shelf.resumed(kept.fake), kept.folded())


def test_what_an_evening_rolled_is_fetched_when_its_seed_is_told() -> None:
    kept = long_scene(20)
    shelf = shelved(kept)
    table = shelf.resumed(kept.fake)
    fell = table.do(kept.gm, CloseEvening())
    assert fell == kept.do(CloseEvening())
    assert len(fell["rolls"]) == 20


# ---------------------------------------------------------------- torn


def test_a_snapshot_that_is_torn_foreign_or_of_another_form_is_not_used() -> None:
    kept = long_scene(5)
    shelf = shelved(kept)
    sound = shelf.last
    assert sound is not None
    assert sound.sound()
    assert not sound._replace(body=sound.body[:-10]).sound()
    assert not sound._replace(form=sound.form + 1).sound()
    for body in (b"", b"x", sound.body[:-10], zlib.compress(b"{}"), zlib.compress(b'{"game":"no game"}')):
        foreign = sound._replace(body=body, digest=digest_of(body))
        with pytest.raises(Unusable):
            doings.resumed(foreign, shelf, [])
