"""Quotas: what a seat and a table may use, what is refused over it, and that nobody honest comes near."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ludex.core.kernel.ruling import BadInput, Refused
from ludex.table import doings
from ludex.table.campaign.deleting import DeleteTable, DropPicture, KeepTable
from ludex.table.campaign.doing import Doing
from ludex.table.campaign.evenings import CloseEvening
from ludex.table.campaign.notes import Say, TearNote, WriteNote
from ludex.table.campaign.scenes import CloseScene, OpenScene, Prepare
from ludex.table.campaign.seating import AddSeat
from ludex.table.campaign.settings import Archive
from ludex.table.desk.held import Held
from ludex.table.desk.quota import MB, NAMES, Quota, Share, bytes_told, quota_from
from ludex.table.desk.store import Store
from ludex.table.desk.usage import used_by
from ludex.table.play.commands import Hold, Release
from ludex.table.play.linking import TellChain
from ludex.table.play.mastering import Withdraw
from tests.table.desks import opened
from tests.table.evening import HOURS, Evening
from tests.table.tables import SCENES, Fake
from tests.table.zips import packed

T = "a_table"
FREE = Share(hour=100 * MB, bytes=100 * MB, minute=1_000, doings=1_000)
ROOMY = Quota(table=100 * MB, gm=FREE, player=FREE, spectator=FREE)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    found = opened(f"sqlite:///{tmp_path / 'tables.sqlite'}")
    yield found
    found.close()


class Limited:
    """A table with a quota, a player and a spectator."""

    def __init__(self, store: Store, quota: Quota) -> None:
        self.fake, self.store = Fake(), store
        campaign = doings.found("bluebox", "A table", "Mara", "mara", self.fake.outside())
        self.gm = next(iter(campaign.seats))
        self.ann = campaign.do(self.gm, AddSeat(role="player", name="Ann", token_hash="ann"))["seat"]
        self.eve = campaign.do(self.gm, AddSeat(role="spectator", name="Eve", token_hash="eve"))["seat"]
        store.create(T, campaign.take())
        self.held = Held(T, store, self.fake.outside(), quota)

    def do(self, what: Doing, seat: str) -> Any:
        return self.held.do(lambda campaign: campaign.seats[seat], what)

    def until_refused(self, what: Doing, seat: str) -> tuple[int, str]:
        """How often it is done, and why it is then refused. What is refused changes nothing, in memory or on disk."""
        for times in range(10_000):
            before = self.held.loaded(), self.held.loaded().number
            try:
                self.do(what, seat)
            except Refused as fault:
                assert (self.held.loaded(), self.held.loaded().number) == before
                assert len(self.store.entries(T)) == before[1]
                return times, fault.refusal.reason
        raise AssertionError("it is never refused")


# ---------------------------------------------------------------- an honest evening


def test_an_honest_half_hour_stays_under_a_tenth_of_every_limit(store: Store) -> None:
    evening = Evening(store, "vitality")
    evening.play(0.5)
    used = evening.used(evenings=HOURS / 0.5)
    assert used.keys() == set(NAMES) - {"maker"}  # nobody makes packs in an evening
    assert max(used.values()) < 0.1, used


@pytest.mark.long
@pytest.mark.parametrize("game", SCENES)
def test_an_honest_evening_stays_under_a_tenth_of_every_limit(store: Store, game: str) -> None:
    evening = Evening(store, game)
    evening.play(HOURS)
    used = evening.used(evenings=1)
    assert used.keys() == set(NAMES) - {"maker"}  # nobody makes packs in an evening
    assert max(used.values()) < 0.1, used


# ---------------------------------------------------------------- what is refused


def test_a_seat_may_do_so_much_a_minute_and_goes_on_when_it_was_told(store: Store) -> None:
    at = Limited(store, ROOMY._replace(player=FREE._replace(minute=6)))
    times, why = at.until_refused(Say(words="Hello"), at.ann)
    assert times == 6
    assert why == "too often: this seat may do 6 things a minute; it goes on in 10 seconds"
    at.do(Say(words="Nobody else waits"), at.gm)
    at.fake.now += 10
    at.do(Say(words="Here I am"), at.ann)


def test_a_clock_that_is_turned_back_keeps_nobody_waiting(store: Store) -> None:
    at = Limited(store, ROOMY._replace(player=FREE._replace(minute=6)))
    for _ in range(3):
        at.do(Say(words="Hello"), at.ann)
    at.fake.now -= 3600
    assert at.until_refused(Say(words="Hello"), at.ann)[0] == 3
    at.fake.now += 10
    at.do(Say(words="Here I am"), at.ann)


def test_a_full_table_is_counted_again_though_the_clock_was_turned_back(store: Store) -> None:
    at = Limited(store, ROOMY._replace(table=20_000))
    note = at.do(WriteNote(title="Mine", text="x" * 19_000), at.ann)["note"]
    assert "the table is full" in at.until_refused(Say(words="Hello"), at.ann)[1]
    at.fake.now -= 3600
    at.held.loaded().do(at.ann, TearNote(id=note))  # by another process
    at.store.append(T, at.held.loaded().take())
    at.do(Say(words="There is room again"), at.ann)


def test_a_seat_may_do_so_much_an_hour(store: Store) -> None:
    at = Limited(store, ROOMY._replace(spectator=FREE._replace(doings=12)))
    times, why = at.until_refused(Say(words="Hello"), at.eve)
    assert times == 12
    assert why == "too often: this seat may do 12 things an hour; it goes on in 5 minutes"


def test_a_seat_may_bring_so_much_an_hour_however_little_is_kept_of_it(store: Store) -> None:
    at = Limited(store, ROOMY._replace(spectator=FREE._replace(hour=1 * MB)))
    note = at.do(WriteNote(title="A note", text="x"), at.eve)["note"]
    times, why = at.until_refused(WriteNote(id=note, title="A note", text="x" * 100_000), at.eve)
    assert times == 10
    assert why == "too much: this seat may bring 1 MB an hour; it goes on in 67 seconds"
    assert sum(store.brought(T).values()) < 200_000
    at.fake.now += 67
    at.do(Say(words="Less of it"), at.eve)


def test_a_seat_may_have_so_much_and_what_it_takes_away_makes_room(store: Store) -> None:
    at = Limited(store, ROOMY._replace(player=FREE._replace(bytes=1 * MB)))
    note = at.do(WriteNote(title="The first", text="x" * 100_000), at.ann)["note"]
    times, why = at.until_refused(WriteNote(title="Another", text="x" * 100_000), at.ann)
    assert times == 9
    assert why.startswith("too much: this seat has brought 1 MB, all that a seat of its kind may")
    at.do(Say(words="Nobody else is full"), at.gm)
    at.do(TearNote(id=note), at.ann)
    at.do(Say(words="There is room again"), at.ann)


def test_a_full_table_can_be_cleared_brought_to_its_end_and_exported(store: Store) -> None:
    at = Limited(store, ROOMY._replace(table=1 * MB))
    scene = at.do(Prepare(ready=SCENES["bluebox"]), at.gm)["scene"]
    at.do(OpenScene(scene=scene), at.gm)
    note = at.do(WriteNote(title="The first", text="x" * 100_000), at.gm)["note"]
    times, why = at.until_refused(WriteNote(title="Another", text="x" * 100_000), at.gm)
    assert 7 <= times <= 9
    assert why.startswith("the table is full: it may have 1 MB")
    for what in (Withdraw(), CloseScene(), CloseEvening(), Archive(), Archive(archived=False)):
        at.do(what, at.gm)
    assert packed(store, T, at.held.loaded())
    at.do(TearNote(id=note), at.gm)
    at.do(Say(words="There is room again"), at.gm)


def test_a_full_table_can_be_deleted_kept_and_let_go_on_and_a_picture_that_goes_makes_room(store: Store) -> None:
    at = Limited(store, ROOMY._replace(table=1 * MB))
    picture = store.put_blob(T, "image/png", bytes(200_000))
    at.do(OpenScene(scene=at.do(Prepare(ready=SCENES["bluebox"]), at.gm)["scene"]), at.gm)
    at.do(Hold(), at.ann)
    at.until_refused(WriteNote(title="Another", text="x" * 100_000), at.gm)
    assert at.held.usage.is_full
    at.do(Release(), at.ann)
    at.do(TellChain(end="0" * 64, length=5), at.ann)
    for what in (DeleteTable(), KeepTable()):
        at.do(what, at.gm)
    assert at.held.usage.is_full
    at.do(DropPicture(picture=picture), at.gm)
    assert not at.held.usage.is_full


def test_a_full_store_takes_no_more_and_what_ends_something_goes_on(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = Limited(store, ROOMY._replace(store=store.size() + 1 * MB))
    monkeypatch.setattr("ludex.table.desk.store.COUNTED", 0.0)
    at.do(WriteNote(title="The first", text="x" * 100_000), at.gm)
    times, why = at.until_refused(WriteNote(title="Another", text="x" * 100_000), at.ann)
    assert 0 < times < 10
    assert why.startswith("the server is full: all its tables may have 1")
    for what in (DeleteTable(), KeepTable()):
        at.do(what, at.gm)


def test_not_even_what_ends_something_fills_a_table_for_ever(store: Store) -> None:
    at = Limited(store, ROOMY._replace(table=20_000))
    at.until_refused(Archive(), at.gm)
    assert sum(store.brought(T).values()) <= 20_000 * 21 / 20 + 200  # and the last of them


# ---------------------------------------------------------------- counting


def test_who_is_refused_over_and_over_has_the_table_counted_once_in_ten_seconds(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = Limited(store, ROOMY._replace(table=100_000))
    at.until_refused(WriteNote(title="Another", text="x" * 50_000), at.gm)
    at.fake.now += 10
    counted, real = [], store.brought

    def brought(table: str) -> dict[str, int]:
        counted.append(table)
        return real(table)

    monkeypatch.setattr(store, "brought", brought)
    for _ in range(5):
        assert at.until_refused(Say(words="Hello"), at.ann)[0] == 0
    assert len(counted) == 1
    at.fake.now += 10
    assert at.until_refused(Say(words="Hello"), at.ann)[0] == 0
    assert len(counted) == 2


def test_what_is_tried_again_after_others_have_done_something_counts_once(store: Store) -> None:
    at = Limited(store, ROOMY)
    other = Held(T, store, at.fake.outside(), ROOMY)
    at.do(Say(words="First"), at.ann)
    note = other.act(lambda campaign: campaign.do(at.ann, WriteNote(title="Mine", text="…")))["note"]
    at.do(TearNote(id=note), at.ann)  # there is none before it is caught up
    other.act(lambda campaign: campaign.do(at.gm, Say(words="I was first")))
    at.do(Say(words="Alone"), at.ann)
    assert at.held.usage.rates(at.held.loaded().seats[at.ann]).minute.left == FREE.minute - 3


def test_what_is_counted_on_the_way_is_what_the_store_counts(store: Store) -> None:
    at = Limited(store, ROOMY)
    at.held.usage.count()
    for seat in (at.gm, at.ann, at.eve):
        at.do(Say(words="Grüße, þú 🎲"), seat)
        at.do(WriteNote(title="Müßig", text="…" * 100), seat)
    assert at.held.usage.kept == store.brought(T)


def test_what_another_process_does_counts_too(store: Store) -> None:
    at = Limited(store, ROOMY)
    other = Held(T, store, at.fake.outside(), ROOMY)
    at.do(Say(words="First"), at.ann)
    other.act(lambda campaign: campaign.do(at.ann, WriteNote(title="Long", text="x" * 50_000)))
    at.held.catch_up()
    assert at.held.usage.kept == store.brought(T)
    assert at.held.usage.rates(at.held.loaded().seats[at.ann]).bytes.left < FREE.hour - 50_000


def test_the_game_master_is_told_who_uses_what(store: Store) -> None:
    at = Limited(store, ROOMY)
    at.do(WriteNote(title="Long", text="x" * 50_000), at.eve)
    at.do(Say(words="Hello"), at.ann)
    told = used_by(at.held.usage, at.held.loaded().seats.values())
    assert [one.name for one in told.seats] == ["Eve", "Mara", "Ann"]
    eve = told.seats[0]
    assert (eve.minute, eve.doings, eve.most_minute, eve.most_bytes) == (1, 1, FREE.minute, FREE.bytes)
    assert 50_000 < eve.bytes == eve.hour < 51_000
    assert told.bytes == sum(store.brought(T).values())
    assert told.most_bytes == 100 * MB


# ---------------------------------------------------------------- set by whoever runs the server


def test_quotas_are_set_by_name() -> None:
    found = quota_from(["store=50GB", "table=2GB", "spectator-bytes-hour=300kB", "player-doings-hour=50"])
    assert (found.store, found.table) == (50_000_000_000, 2_000_000_000)
    assert found.spectator == Quota().spectator._replace(hour=300_000)
    assert found.player == Quota().player._replace(doings=50)
    assert found.gm == Quota().gm


@pytest.mark.parametrize("wrong", ["tables=1GB", "table", "table=0", "table=-1", "table=1TB", "table=1e9", "gm=1", ""])
def test_a_quota_that_is_none_is_refused_in_words(wrong: str) -> None:
    with pytest.raises(BadInput, match=f"quota {wrong}"):
        quota_from([wrong])


def test_bytes_are_told_as_people_say_them() -> None:
    assert [bytes_told(n) for n in (0, 999, 1_000, 3_210_000, 2_000_000_000)] == [
        "0 bytes", "999 bytes", "1 kB", "3.2 MB", "2 GB",
    ]  # fmt: skip
