"""The desk: one thing after another, nothing told that is not kept, and the machine goes on by itself."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from ludex.core.ruling import BadInput, Refused
from ludex.core.scene import Condition
from ludex.table import notes
from ludex.table.campaign import Campaign
from ludex.table.deciding import waiting
from ludex.table.desk import Desk, Notice
from ludex.table.doing import DOINGS, Done
from ludex.table.entry import Entry
from ludex.table.held import Fault, NotKept
from ludex.table.looking import Log
from ludex.table.notes import Say, WriteNote
from ludex.table.scenes import CloseScene, opened_again
from ludex.table.seat import Seat
from ludex.table.seating import AddSeat, CallMe, HandOver, OpenDoor, Reseat
from ludex.table.settings import Rename, Set
from ludex.table.show import Documents
from ludex.table.store import Missing, Store
from tests.table.desks import GM, Ear, a_table, by_luck, by_machines, folded, listen, opened, own_party, stands, until
from tests.table.tables import Kept

LINE = 64 * 1024


@pytest.fixture
def sqlite(tmp_path: Path) -> Store:
    return opened(f"sqlite:///{tmp_path}/tables.sqlite")


def broken(*_: object) -> Any:
    raise OperationalError("INSERT", {}, Exception("the line is broken"))


# ---------------------------------------------------------------- kept before it is told


def test_nobody_is_told_before_it_is_kept(sqlite: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        desk = Desk(sqlite)
        table = await a_table(desk)
        ear = await listen(desk, table)
        keep, already = sqlite.append, []

        def append(id: str, entries: Sequence[Entry]) -> None:
            already.append(list(ear.said))
            keep(id, entries)

        monkeypatch.setattr(sqlite, "append", append)
        await desk.do(table, GM, Say(words="Now."))
        assert already == [[]]
        assert ear.said == ["Now."]  # before the doing comes back
        await desk.close()

    asyncio.run(run())


def test_what_the_store_cannot_keep_has_not_happened(sqlite: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        desk = Desk(sqlite)
        table = await a_table(desk)
        ear = await listen(desk, table)
        before = await desk.read(table, GM, stands)
        with monkeypatch.context() as patch:
            patch.setattr(sqlite, "append", broken)
            with pytest.raises(NotKept):
                await desk.do(table, GM, Say(words="Lost."))
        assert await desk.read(table, GM, stands) == before
        await desk.do(table, GM, Say(words="Kept."))
        assert ear.said == ["Kept."]
        await desk.close()

    asyncio.run(run())


def test_when_the_store_is_back_all_are_told_what_they_missed(
    sqlite: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        monkeypatch.setattr("ludex.table.desk.GRACE", 0.05)
        desk, other = Desk(sqlite), Desk(opened(f"sqlite:///{tmp_path}/tables.sqlite"))
        table = await a_table(desk)
        ear = await listen(desk, table)
        with monkeypatch.context() as patch:
            patch.setattr(sqlite, "append", broken)
            patch.setattr(sqlite, "entries", broken)
            with pytest.raises(NotKept):
                await desk.do(table, GM, Say(words="Lost."))
            with pytest.raises(NotKept):
                await desk.read(table, GM, stands)
            await other.do(table, GM, Say(words="From elsewhere."))
        await ear.until(lambda ear: ear.said == ["From elsewhere."])
        await desk.close()
        await other.close()

    asyncio.run(run())


def test_what_was_kept_when_the_line_broke_has_happened_once(sqlite: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        desk = Desk(sqlite)
        table = await a_table(desk)
        ear = await listen(desk, table)
        keep = sqlite.append

        def append(id: str, entries: Sequence[Entry]) -> None:
            keep(id, entries)
            broken()

        monkeypatch.setattr(sqlite, "append", append)
        await desk.do(table, GM, Say(words="Once."))
        assert ear.said == ["Once."]
        assert [said.words for said in folded(sqlite, table).chat] == ["Once."]
        await desk.close()

    asyncio.run(run())


def test_a_server_that_is_started_anew_is_found_again(postgres: Any) -> None:
    async def run() -> None:
        store = opened(postgres.fresh())
        desk = Desk(store)
        table = await a_table(desk)
        postgres.break_lines()
        await desk.do(table, GM, Say(words="Still here."))
        assert [said.words for said in folded(store, table).chat] == ["Still here."]
        await desk.close()
        store.close()

    asyncio.run(run())


def test_a_refusal_changes_nothing_and_nobody_is_told(sqlite: Store) -> None:
    async def run() -> None:
        desk = Desk(sqlite)
        table = await a_table(desk, policy="")
        ears = [await listen(desk, table, key) for key in (GM, "key of ann")]
        before = sqlite.entries(table)
        for ear in ears:
            ear.heard.clear()
        with pytest.raises(Refused):
            await desk.do(table, "key of ann", Rename(title="Mine"))
        with pytest.raises(BadInput):
            await desk.do(table, GM, Rename(title=""))
        assert sqlite.entries(table) == before
        assert [ear.heard for ear in ears] == [[], []]
        await desk.close()

    asyncio.run(run())


def test_a_doing_that_breaks_down_leaves_the_table_as_it_was(sqlite: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        desk = Desk(sqlite)
        table = await a_table(desk)
        before = await desk.read(table, GM, stands)

        def half(campaign: Any, seat: Any, what: Any) -> None:
            notes.say(campaign, seat, what)
            raise KeyError("half way")

        doings: dict[Any, Done] = DOINGS
        with monkeypatch.context() as patch:
            patch.setitem(doings, Say, Done(DOINGS[Say].roles, half))
            with pytest.raises(Fault, match="KeyError"):
                await desk.do(table, GM, Say(words="Half."))
        assert await desk.read(table, GM, stands) == before
        assert await desk.read(table, GM, lambda campaign, seat: campaign.chat) == []
        await desk.close()

    asyncio.run(run())


def test_who_has_gone_meanwhile_has_still_done_it(sqlite: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        desk = Desk(sqlite)
        table = await a_table(desk)
        ear = await listen(desk, table)
        doing = asyncio.create_task(desk.do(table, GM, Say(words="I am off.")))
        await asyncio.sleep(0)
        doing.cancel()
        await ear.until(lambda ear: ear.said == ["I am off."])
        assert doing.cancelled()
        await desk.do(table, GM, Say(words="Next."))
        assert [said.words for said in folded(sqlite, table).chat] == ["I am off.", "Next."]
        await desk.close()

    asyncio.run(run())


# ---------------------------------------------------------------- seats and who listens


def test_a_key_opens_its_seat_and_no_other(sqlite: Store) -> None:
    async def run() -> None:
        desk = Desk(sqlite)
        one, two = await a_table(desk), await a_table(desk, "crawl")
        await desk.do(one, GM, Reseat(seat=await seat_of(desk, one, "key of ann"), token_hash="a new key"))
        for table, key in ((one, "key of ann"), (two, "a new key"), (one, ""), (one, "key of nobody")):
            for asking in (
                desk.do(table, key, Say(words="Hello?")),
                desk.look(table, key, Log()),
                desk.read(table, key, stands),
                desk.sit(table, key, Ear()),
            ):
                with pytest.raises(Refused, match="this link opens no seat"):
                    await asking
        await desk.do(one, "a new key", Say(words="Hello."))
        with pytest.raises(Missing):
            await desk.do("no such table", GM, Say(words="Hello?"))
        assert "no such table" not in desk._held
        await desk.close()

    asyncio.run(run())


async def seat_of(desk: Desk, table: str, key: str) -> str:
    return await desk.read(table, key, lambda campaign, seat: seat.id)


@pytest.mark.parametrize(("change", "why"), [({"removed": True}, "taken away"), ({"token_hash": "new"}, "void")])
def test_who_loses_a_seat_is_told_and_hears_no_more(sqlite: Store, change: dict[str, Any], why: str) -> None:
    async def run() -> None:
        desk = Desk(sqlite)
        table = await a_table(desk)
        master, ann, twice = [await listen(desk, table, key) for key in (GM, "key of ann", "key of ann")]
        seat = await seat_of(desk, table, "key of ann")
        heard = len(ann.heard)
        await desk.do(table, GM, Reseat(seat=seat, **change))
        await desk.do(table, GM, Say(words="Who is left?"))
        assert why in ann.why
        assert why in twice.why
        assert len(ann.heard) == heard
        assert master.said == ["Who is left?"]
        assert not master.document["seats"].get(seat, {}).get("here")
        await desk.close()

    asyncio.run(run())


def test_all_see_who_comes_and_goes(sqlite: Store) -> None:
    async def run() -> None:
        desk = Desk(sqlite)
        table = await a_table(desk)
        master = await listen(desk, table)
        seat = await seat_of(desk, table, "key of ann")
        ann, again = [await listen(desk, table, "key of ann") for _ in range(2)]
        assert master.document["seats"][seat]["here"]
        assert ann.document["seats"][seat]["here"]
        desk.leave(table, ann)
        await desk.do(table, GM, Say(words="Still there?"))
        assert master.document["seats"][seat]["here"]
        desk.leave(table, again)
        await master.until(lambda ear: not ear.document["seats"][seat]["here"])
        await desk.close()

    asyncio.run(run())


def test_who_goes_before_being_seated_is_not_there(sqlite: Store) -> None:
    async def run() -> None:
        desk = Desk(sqlite)
        table = await a_table(desk, policy="")
        ear, ann = await listen(desk, table), Ear()
        seat = await seat_of(desk, table, "key of ann")
        sitting = asyncio.create_task(desk.sit(table, "key of ann", ann))
        await asyncio.sleep(0)
        sitting.cancel()
        await until(lambda: sitting.done() and not desk._tasks)
        assert sitting.cancelled()
        assert list(desk._held[table].audience.readers) == [await seat_of(desk, table, GM)]
        assert not ear.document["seats"][seat]["here"]
        await desk.close()

    asyncio.run(run())


def test_what_a_seat_was_told_adds_up_to_what_it_would_be_told_now(sqlite: Store) -> None:
    """Through play, scenes that are opened anew, and a table that is folded afresh in between."""

    async def run() -> None:
        luck = Random(4)
        desk = Desk(sqlite)
        table = await a_table(desk, policy="random")
        keys = (GM, "key of ann", "key of ben")
        ears = [await listen(desk, table, key) for key in keys]
        for number in range(60):
            if number % 20 == 10:
                desk._held[table].drop()
            if number == 35:
                await settle(desk, table, CloseScene())
            await settle(desk, table, await desk.read(table, GM, lambda campaign, seat: by_luck(campaign, luck)))
        await desk.do(table, GM, Set(settings={"pause": 60.0}))  # the machine waits meanwhile
        for key, ear in zip(keys, ears, strict=True):
            now = Ear()
            now.welcome(await desk.sit(table, key, now))
            desk.leave(table, now)
            assert ear.document == now.document
            assert ear.lines[-len(now.lines) :] == now.lines
            assert [line["told"] for line in ear.lines] == list(range(len(ear.lines)))
            assert len(ear.lines) > 5
            begun = [line for news in ear.heard for line in news.lines if line["told"] == 0]
            assert len(begun) <= len([entry for entry in sqlite.entries(table) if entry.kind == "opened"])
        await desk.close()

    async def settle(desk: Desk, table: str, what: Any) -> None:
        if what is not None:
            try:
                await desk.do(table, GM, what)
            except (Refused, BadInput):
                await asyncio.sleep(0.01)

    asyncio.run(run())


def test_nothing_is_told_to_a_seat_for_which_nothing_is_new(sqlite: Store) -> None:
    async def run() -> None:
        desk = Desk(sqlite)
        table = await a_table(desk, policy="")
        ear = await listen(desk, table, "key of ann")
        await desk.do(table, GM, WriteNote(title="The mayor", text="is a ghoul", whose="gm"))
        await desk.do(table, GM, OpenDoor(code_hash="hash of a code"))
        assert ear.heard == []
        await desk.close()

    asyncio.run(run())


def test_somebody_at_the_door_is_shown_to_the_game_master(sqlite: Store) -> None:
    async def run() -> None:
        desk = Desk(sqlite)
        table = await a_table(desk)
        master = await listen(desk, table)
        await desk.do(table, GM, OpenDoor(code_hash="hash of a code"))
        with pytest.raises(Refused):
            await desk.knock(table, "hash of another", "Cleo", "key of cleo")
        waiting_id = await desk.knock(table, "hash of a code", "Cleo", "key of cleo")
        assert master.document["master"]["waiting_room"] == {waiting_id: "Cleo"}
        await desk.close()

    asyncio.run(run())


# ---------------------------------------------------------------- one order


def test_twenty_who_send_at_once_come_into_one_order_the_same_for_all(store: Store) -> None:
    async def run() -> None:
        desk = Desk(store)
        table = await a_table(desk)
        ears = [await listen(desk, table, key) for key in (GM, "key of ann", "key of ben")]

        async def send(who: int) -> None:
            for line in range(5):
                await desk.do(table, (GM, "key of ann", "key of ben")[who % 3], Say(words=f"{who} {line}"))

        await asyncio.gather(*(send(who) for who in range(20)))
        order = [said.words for said in folded(store, table).chat]
        assert sorted(order) == sorted(f"{who} {line}" for who in range(20) for line in range(5))
        for who in range(20):
            assert [words for words in order if words.startswith(f"{who} ")] == [f"{who} {line}" for line in range(5)]
        assert [ear.said for ear in ears] == [order] * 3
        await desk.close()

    asyncio.run(run())


# ---------------------------------------------------------------- what happens by itself


def test_the_machine_goes_on_until_somebody_must_decide(sqlite: Store) -> None:
    async def run() -> None:
        desk = Desk(sqlite)
        table = await a_table(desk)
        await by_machines(desk, table)
        number = sqlite.head(table).number
        await asyncio.sleep(0.2)
        assert sqlite.head(table).number == number  # nobody is there to see it
        ear = await listen(desk, table)
        await ear.until(lambda ear: ear.document["scene"]["over"], 60)
        assert len(ear.lines) > 5
        assert await desk.read(table, GM, lambda campaign, seat: waiting(campaign).kind) == "nobody"
        await desk.close()

    asyncio.run(run())


def lurking() -> Kept:
    """A table at which it is the turn of a foe of whom the party knows nothing, and a machine plays the foes."""
    kept = Kept("bluebox")
    kept.open()
    for who in ("party", "foes", "gm"):
        kept.do(HandOver(who=who, policy="simple"))
    while kept.live.open is not None or not kept.table.game.to_act(kept.live.scene):
        assert kept.step()
    scene = kept.live.scene.fork()
    lurker = next(being for being in scene.beings.values() if being.side == "foes")
    lurker.seen = False
    lurker.afflict(Condition("Hidden"))
    scene.turns = scene.turns.begin(lurker.id)
    kept.do(Set(settings={"pause": 60.0}))
    kept.table.begin("")
    kept.table.add(opened_again(kept.table.playing, "somebody lurks", scene))  # type: ignore[arg-type]
    kept.entries += kept.table.take()
    for name, being in zip(("ann", "ben"), own_party(kept.table), strict=False):
        found = kept.do(AddSeat(role="player", name=name, token_hash=f"key of {name}", beings=(being,)))
        assert Documents(kept.table).silent(kept.table.seats[found["seat"]])
    return kept


def test_who_is_not_known_is_played_before_anybody_is_told(sqlite: Store) -> None:
    """A pause, or a change that comes after the answer, would tell that somebody is there."""

    async def run() -> None:
        kept = lurking()
        sqlite.create("t", kept.entries)
        desk = Desk(sqlite)

        def silent(campaign: Campaign, seat: Seat) -> bool:
            return Documents(campaign).silent(seat)

        ear = await listen(desk, "t", "key of ann")
        number = sqlite.head("t").number
        assert number > len(kept.entries)
        assert not await desk.read("t", "key of ann", silent)
        assert {entry.by for entry in sqlite.entries("t", len(kept.entries))} == {""}
        await desk.do("t", "key of ann", Say(words="Is anybody there?"))
        assert ear.said == ["Is anybody there?"]
        assert sqlite.head("t").number == number + 1  # whoever is known to be there takes their time
        await desk.close()

    asyncio.run(run())


def test_what_is_said_is_told_while_all_else_must_wait(sqlite: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        monkeypatch.setattr("ludex.table.held.MOST_UNSEEN", 0)
        kept = lurking()
        sqlite.create("t", kept.entries)
        desk = Desk(sqlite)
        ear = await listen(desk, "t", "key of ann")
        await desk.do("t", "key of ann", Say(words="Is anybody there?"))
        await desk.do("t", "key of ann", CallMe(name="Anna"))
        assert [(news.changes, news.lines) for news in ear.heard] == [([], [])]
        assert ear.said == ["Is anybody there?"]
        await desk.close()

    asyncio.run(run())


def test_the_machine_pauses_before_what_it_does(sqlite: Store) -> None:
    async def run() -> None:
        desk = Desk(sqlite)
        table = await a_table(desk, pause=0.3)
        ear = await listen(desk, table)
        await by_machines(desk, table)
        clock = asyncio.get_running_loop().time
        began, lines = clock(), len(ear.lines)
        await ear.until(lambda ear: len(ear.lines) >= lines + 3)
        assert clock() - began >= 0.85
        await desk.close()

    asyncio.run(run())


def test_a_deputy_decides_for_who_is_absent_when_it_is_time(sqlite: Store) -> None:
    async def run() -> None:
        desk = Desk(sqlite)
        table = await a_table(desk)
        await desk.do(table, GM, Set(settings={"deputy": 1}))
        await desk.close()
        number = sqlite.head(table).number
        later = Desk(sqlite)  # the server was started anew, and nobody opens the table
        await later.start()
        await until(lambda: sqlite.head(table).number >= number + 4)
        entries = sqlite.entries(table, number)
        assert {entry.kind for entry in entries} == {"play"}
        assert all(entry.by == "" for entry in entries)
        played = [entry for entry in sqlite.entries(table)[:number] if entry.kind == "play"]
        assert entries[0].at - played[-1].at >= 1.0
        await later.close()

    asyncio.run(run())


def test_a_table_that_nobody_uses_is_put_away_and_opens_as_it_was(sqlite: Store) -> None:
    async def run() -> None:
        desk = Desk(sqlite, keep=0.05)
        table = await a_table(desk)
        before = await desk.read(table, GM, stands)
        await until(lambda: table not in desk._held)
        assert await desk.read(table, GM, stands) == before
        ear = await listen(desk, table)
        await asyncio.sleep(0.3)
        assert table in desk._held  # somebody is there
        desk.leave(table, ear)
        await until(lambda: table not in desk._held)
        await desk.close()

    asyncio.run(run())


# ---------------------------------------------------------------- several processes on one store


def linked(one: Store, other: Store) -> tuple[Desk, Desk]:
    """Two desks that carry each other's notices."""
    desks: list[Desk] = []
    tasks = set()

    def carry(to: int, notice: Notice) -> None:
        task = asyncio.get_running_loop().create_task(desks[to].heard(notice))
        tasks.add(task)
        task.add_done_callback(tasks.discard)

    desks += [
        Desk(one, announce=lambda notice: carry(1, notice)),
        Desk(other, announce=lambda notice: carry(0, notice)),
    ]
    return desks[0], desks[1]


def test_each_desk_is_told_of_what_the_other_has_done(store: Store, store_url: str) -> None:
    async def run() -> None:
        other = opened(store_url)
        here, there = linked(store, other)
        table = await a_table(here)
        ears = [await listen(here, table), await listen(there, table, "key of ann")]
        await here.do(table, GM, Say(words="Here."))
        await there.do(table, "key of ann", Say(words="There."))
        for ear in ears:
            await ear.until(lambda ear: ear.said == ["Here.", "There."])
        seat = await seat_of(here, table, "key of ann")
        await ears[0].until(lambda ear: ear.document["seats"][seat]["here"])
        there.leave(table, ears[1])
        await ears[0].until(lambda ear: not ear.document["seats"][seat]["here"])
        await here.close()
        await there.close()
        other.close()

    asyncio.run(run())


def test_what_is_refused_for_what_is_no_longer_so_is_done(sqlite: Store, tmp_path: Path) -> None:
    """No notice has come of what the other desk has done."""

    async def run() -> None:
        here, there = Desk(sqlite), Desk(opened(f"sqlite:///{tmp_path}/tables.sqlite"))
        table = await a_table(here, policy="")
        seat = await seat_of(there, table, "key of ann")
        await here.do(table, GM, Reseat(seat=seat, token_hash="a new key"))
        await there.do(table, "a new key", Say(words="It is me."))
        assert [said.words for said in folded(sqlite, table).chat] == ["It is me."]
        await here.close()
        await there.close()

    asyncio.run(run())


def test_a_notice_that_was_lost_is_made_up_for_by_looking_around(sqlite: Store, tmp_path: Path) -> None:
    async def run() -> None:
        here, there = Desk(sqlite), Desk(opened(f"sqlite:///{tmp_path}/tables.sqlite"))
        table = await a_table(here, policy="")
        ear = await listen(there, table, "key of ann")
        await here.do(table, GM, Say(words="Anybody?"))
        assert ear.said == []
        await there.look_around()
        assert ear.said == ["Anybody?"]
        await here.close()
        await there.close()

    asyncio.run(run())


def test_two_processes_at_one_table_have_one_order(store: Store, store_url: str) -> None:
    """Both send as fast as they can, and the machine plays meanwhile."""

    async def run() -> None:
        lines = 25
        desk: Desk
        setting = Desk(store)
        table = await a_table(setting)
        await setting.close()
        child = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tests.table.other_desk", store_url, table, "key of ann", str(lines),
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=LINE,
        )  # fmt: skip
        assert child.stdin is not None
        assert child.stdout is not None
        to_child = child.stdin
        desk = Desk(store, announce=lambda notice: to_child.write(json.dumps(to_plain(notice)).encode() + b"\n"))
        told: dict[str, Any] = {}
        ready = asyncio.Event()

        async def hear() -> None:
            async for line in child.stdout:  # type: ignore[union-attr]
                said = json.loads(line)
                if "notice" in said:
                    await desk.heard(Notice(**{**said["notice"], "here": tuple(said["notice"]["here"])}))
                told.update(said)
                ready.set()

        hearing = asyncio.create_task(hear())
        ear = await listen(desk, table)
        await ready.wait()
        await asyncio.gather(*(desk.do(table, GM, Say(words=f"here {line}")) for line in range(lines)))
        await ear.until(lambda ear: len(ear.said) == 2 * lines, 60)
        to_child.write(b"end\n")
        await hearing
        assert await child.wait() == 0
        order = [said.words for said in folded(store, table).chat]
        assert sorted(order) == sorted(f"{where} {line}" for where in ("here", "there") for line in range(lines))
        assert ear.said == order
        assert told["said"] == order
        await desk.close()

    asyncio.run(run())


def to_plain(notice: Notice) -> dict[str, Any]:
    return {"desk": notice.desk, "table": notice.table, "number": notice.number, "here": list(notice.here)}
