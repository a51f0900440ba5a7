"""Helpers: what may take long is worked out in processes that can be ended, and holds nobody else up."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ludex.client.client import NotUnderstood, Refused
from ludex.client.http import Answer
from ludex.opponents.search import SearchPolicy
from ludex.server import limits
from ludex.server.apart import pool
from ludex.server.apart.bounds import size
from ludex.server.apart.pool import Pool
from ludex.server.http import files
from ludex.server.keys import hashed
from ludex.server.limits import WAITING, Buckets
from ludex.server.watch.logs import AsText, Logging
from ludex.table.campaign.campaign import Campaign
from ludex.table.campaign.settings import AddContent
from ludex.table.desk import desk
from ludex.table.desk.apart import TooMuch, Work
from ludex.table.desk.held import Fault
from tests.server import working
from tests.server.serving import LONG, Serving, is_there, run, served, status, upload
from tests.server.test_watching import figure, got
from tests.table.desks import until

pytestmark = pytest.mark.slow

Link = dict[str, str]


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow the machine is, nothing is refused for the time that it takes; tests of that say so."""
    for where, name in (
        (desk, "LOOK_SECONDS"), (desk, "FILE_SECONDS"), (pool, "FILE_SECONDS"), (pool, "OPENING_SECONDS"),
        (limits, "IMPORT_SECONDS"), (desk, "TRIED_SECONDS"),
    ):  # fmt: skip
        monkeypatch.setattr(where, name, LONG)
    monkeypatch.setattr(pool, "REST_SECONDS", 0.0)


STATM = Path("/proc/self/statm")


class Helped:
    """A server with helpers, and two tables with a scene each."""

    def __init__(self, serving: Serving, one: Link, other: Link) -> None:
        self.serving = serving
        self.one = one
        self.other = other

    @property
    def pool(self) -> Pool:
        assert self.serving.house.apart is not None
        return self.serving.house.apart

    @property
    def pids(self) -> set[int]:
        return {one.process.pid or 0 for one in self.pool.helpers}

    def work(self, link: Link, work: Work[Any]) -> Coroutine[Any, Any, Any]:
        return self.serving.house.desk.work_out(link["table"], hashed(link["token"]), work)

    async def stands(self, link: Link) -> bytes:
        """All entries of a table."""
        return msgspec.json.encode(await asyncio.to_thread(self.serving.house.desk.store.entries, link["table"]))


@asynccontextmanager
async def helped(helpers: int = 2, database: str = "", **more: Any) -> AsyncIterator[Helped]:
    async with served(database, helpers=helpers, **more) as serving:
        apart = serving.house.apart
        assert apart is not None
        await until(lambda: len(apart.helpers) == helpers)
        links = [await serving.found(), await serving.found("navyblue")]
        for link in links:
            async with serving.at(link) as seat:
                await seat.do("open_scene", scene=next(iter(seat.document["master"]["scenes"])))
        yield Helped(serving, *links)


async def ask_odds(serving: Serving, link: Link) -> Any:
    """What a page asks while somebody aims."""
    async with serving.at(link) as seat:
        who = next(iter(seat.document["beings"]))
        looked = [await seat.do(look, being=who) for look in ("offers", "reach", "far", "sheet")]
        return [*looked, await seat.do("odds", actor=who, name="end_turn"), await seat.do("calls")]


def test_looks_are_answered_by_helpers_as_they_are_without(store_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        async with helped(database=store_url) as at:
            for link in (at.one, at.other):
                apart = await ask_odds(at.serving, link)
                with monkeypatch.context() as alone:
                    alone.setattr(at.serving.house.desk, "_apart", None)
                    assert await ask_odds(at.serving, link) == apart
            with pytest.raises(NotUnderstood):
                async with at.serving.at(at.one) as seat:
                    await seat.do("offers", being="nobody")

    run(test())


def test_machines_that_look_ahead_think_in_helpers_and_nowhere_else(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object) -> None:
        raise AssertionError("it thinks in the server")

    monkeypatch.setattr(SearchPolicy, "choose", never)  # here, and not in processes that were started elsewhere
    monkeypatch.setattr(desk, "THOUGHT_SECONDS", LONG)
    thoughts = list[Any]()

    async def test() -> None:
        async with helped() as at:
            of_pool = at.pool.at_table

            async def at_table(*asked: Any) -> Any:
                thoughts.append(await of_pool(*asked))
                return thoughts[-1]

            monkeypatch.setattr(at.pool, "at_table", at_table)
            async with at.serving.at(at.one) as seat:
                for who in ("party", "foes", "gm"):
                    await seat.do("hand_over", who=who, policy="search")
                await until(lambda: len(thoughts) >= 2)
        assert all(one.command is not None for one in thoughts)

    run(test())


def test_a_look_that_takes_long_holds_nobody_up(tmp_path: Path) -> None:
    async def test() -> None:
        async with helped() as at:
            path = tmp_path / "here"
            long = asyncio.create_task(at.work(at.one, partial(working.held_up, path)))
            await until(path.exists)
            assert await ask_odds(at.serving, at.other)
            async with at.serving.at(at.one) as seat:
                await seat.do("chat", words="the table goes on")
            assert not long.done()
            path.unlink()
            await long

    run(test())


def test_a_look_that_never_ends_is_refused_and_its_process_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        async with helped() as at:
            before = at.pids
            with monkeypatch.context() as shorter:
                shorter.setattr(desk, "LOOK_SECONDS", 0.5)
                with pytest.raises(TooMuch, match="too long"):
                    await at.work(at.one, working.endless)
            await until(lambda: len(at.pids) == 2 and len(before - at.pids) == 1)
            (ended,) = before - at.pids
            assert not is_there(ended)
            assert (await at.work(at.one, working.whoami))[0] in at.pids

    run(test())


def test_a_seat_that_has_asked_for_too_much_rests_and_nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        async with helped(1) as at:
            eve = await at.serving.seat(at.one, "Eve", role="spectator")
            monkeypatch.setattr(pool, "REST_SECONDS", 10 * LONG)
            with pytest.raises(TooMuch):
                await at.work(eve, working.talkative)
            again = asyncio.create_task(at.work(eve, working.whoami))
            await until(lambda: len(at.pool.turns) == 1)
            for link in (at.one, at.other):
                assert await ask_odds(at.serving, link)
            assert not again.done()
            again.cancel()

    run(test())


def test_a_job_that_takes_too_much_memory_is_refused_and_the_server_does_not_grow() -> None:
    if not STATM.exists():
        pytest.skip("this system does not tell how large a process is")

    async def test() -> None:
        async with helped() as at:
            await at.work(at.one, working.whoami)
            before = size()
            for work, words in ((working.hungry, "memory"), (working.talkative, "too much to be told")):
                with pytest.raises(TooMuch, match=words):
                    await at.work(at.one, work)
            assert size() - before < 300 << 20
            assert (await at.work(at.one, working.whoami))[0] in at.pids

    run(test())


def test_a_helper_that_dies_costs_its_job_a_fault_and_nobody_else_anything(tmp_path: Path) -> None:
    async def test() -> None:
        async with helped() as at:
            path = tmp_path / "here"
            job = asyncio.create_task(at.work(at.one, partial(working.held_up, path)))
            await until(path.exists)
            os.kill(int(path.read_text()), signal.SIGKILL)
            with pytest.raises(Fault, match="has ended"):
                await job
            assert await ask_odds(at.serving, at.other)
            idle = at.pids
            for pid in idle:  # while they have nothing to do
                os.kill(pid, signal.SIGKILL)
            await until(lambda: not any(map(is_there, idle)))
            for link in (at.one, at.other):
                assert await ask_odds(at.serving, link)
            with pytest.raises(Fault, match="ZeroDivisionError"):
                await at.work(at.one, working.broken)
            assert (await at.work(at.one, working.whoami))[0] in at.pids

    run(test())


def test_how_a_helper_broke_down_is_logged_and_counted_as_a_fault_of_the_server_is(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def test() -> str:
        async with helped(1) as at:
            for work in (working.broken, working.broken, working.unkept):
                with pytest.raises(Fault):
                    await at.work(at.one, work)
            _, told = await got(at.serving, "/metrics")
        return told

    figures = run(test())
    lines = [AsText().format(record) for record in caplog.records if record.name == pool.__name__]
    assert len(lines) == 3
    where = r"\(at .*working\.py:\d+ broken\)"
    assert re.search(rf"ZeroDivisionError: a rule that nobody has thought through {where}$", lines[0])
    assert "OperationalError: (builtins.Exception) disk full (at " in lines[2]
    assert "baron" not in lines[2]
    assert figure(figures, 'ludex_faults_total{kind="ZeroDivisionError"}') == 2
    assert figure(figures, 'ludex_faults_total{kind="OperationalError"}') == 1


def test_what_a_helper_has_to_say_goes_where_the_server_says_it(tmp_path: Path) -> None:
    async def test(log: Path) -> None:
        async with helped(1, log=Logging(form="json", file=log)) as at:
            await at.work(at.one, working.warned)

    run(test(tmp_path / "log"))
    told = json.loads((tmp_path / "log").read_text())
    assert (told["level"], told["from"], told["message"]) == ("warning", "ludex.x", "something is odd")
    run(test(tmp_path / "lost" / "log"))  # it works without that place, too


def test_tables_take_turns_and_nobody_waits_for_too_much(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Pool, "_had", lambda self, house: 0)  # however long the first job takes

    async def test() -> None:
        async with helped(1) as at:
            path, log = tmp_path / "here", tmp_path / "log"
            first = asyncio.create_task(at.work(at.one, partial(working.held_up, path)))
            await until(path.exists)
            jobs = []
            for link, word in ((at.one, "one 1"), (at.one, "one 2"), (at.other, "other 1"), (at.other, "other 2")):
                jobs.append(asyncio.create_task(at.work(link, partial(working.noted, log, word))))
                await until(lambda: len(at.pool.turns) == len(jobs))
            more = [asyncio.create_task(at.work(at.one, working.whoami)) for _ in range(WAITING - 2)]
            await until(lambda: len(at.pool.turns) == WAITING + 2)
            with pytest.raises(TooMuch, match="wait for it"):
                await at.work(at.one, working.whoami)
            gone = more.pop()
            gone.cancel()  # who goes away gives the place up
            await until(lambda: len(at.pool.turns) == WAITING + 1)
            path.unlink()
            await asyncio.gather(first, *jobs, *more)
            assert log.read_text().splitlines() == ["one 1", "other 1", "one 2", "other 2"]

    run(test())


def test_a_table_is_asked_of_the_helper_that_knows_it() -> None:
    async def test() -> None:
        async with helped() as at:
            first = await at.work(at.one, working.whoami)
            await at.work(at.other, working.whoami)
            for _ in range(3):
                assert (await at.work(at.one, working.whoami))[0] == first[0]

    run(test())


def test_a_helper_looks_for_garbage_while_nobody_waits_for_it(tmp_path: Path) -> None:
    async def test() -> None:
        async with helped(1) as at:
            assert not await at.work(at.one, partial(working.littering, tmp_path / "tidy"))
            await until((tmp_path / "tidy").exists)

    run(test())


def test_an_answer_is_of_the_entry_that_the_table_has_come_to(tmp_path: Path) -> None:
    async def test() -> None:
        async with helped(1) as at:
            truth = await at.serving.truth(at.one)
            seen = [(await at.work(at.one, working.whoami))[2]]
            async with at.serving.at(at.one) as seat:
                for words in ("one", "two"):
                    await seat.do("chat", words=words)
                    seen.append((await at.work(at.one, working.whoami))[2])
            assert seen == [truth.number - 2, truth.number - 1, truth.number]

    run(test())


def test_what_a_seat_does_need_not_wait_for_what_it_has_asked(tmp_path: Path) -> None:
    async def test() -> None:
        async with helped(1) as at, at.serving.at(at.one) as seat:
            path = tmp_path / "here"
            job = asyncio.create_task(at.work(at.other, partial(working.held_up, path)))
            await until(path.exists)  # no helper is free
            look = asyncio.create_task(seat.do("calls"))
            await until(lambda: len(at.pool.turns) == 1)
            await seat.do("rename", title="Another title")
            assert seat.document["table"]["title"] == "Another title"
            assert not look.done()
            path.unlink()
            assert await look
            await job

    run(test())


def test_the_dice_of_all_evenings_are_found_by_a_helper_and_count_as_a_whole_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def here(campaign: Campaign) -> None:
        raise AssertionError("the server folds the table itself")

    async def test() -> None:
        monkeypatch.setattr(Campaign, "nights_whole", here)
        async with helped(1) as at:
            path, token = f"/api/tables/{at.one['table']}/dice", at.one["token"]
            at.serving.house.requests = Buckets(2 * limits.DEAREST, 0.0, lambda: 0.0)
            for _ in range(2):
                (evening,) = await at.serving.ask("GET", path, token)
                assert evening["seal"]
                assert not evening["closed"]
            with pytest.raises(Answer, match="429"):
                await at.serving.ask("GET", path, token)

    run(test())


# ---------------------------------------------------------------- files

DOTS = "a" + ".a" * 60_000 + " = 1"
WEAPON = '[[weapon]]\nid = "x"\n'


def test_what_a_seat_brings_is_tried_out_first_and_leaves_nothing_where_it_fails() -> None:
    async def test() -> None:
        async with helped() as at:
            ann = await at.serving.seat(at.one, "Ann", "tahra")
            before = await at.stands(at.one)
            path, token = f"/api/tables/{at.one['table']}", at.one["token"]
            wrong: list[tuple[str, str, dict[str, Any], int]] = [
                ("content", token, {"name": "dots", "toml": DOTS}, 400),
                ("content", token, {"name": "a weapon", "toml": WEAPON}, 400),
                ("content", ann["token"], {"name": "a weapon", "toml": DOTS}, 403),
                ("scenes", token, {"toml": "beings = 3"}, 400),
                ("scenes", ann["token"], {"toml": DOTS}, 403),
                ("characters", ann["token"], {"toml": DOTS}, 400),
            ]
            for kind, who, data, wanted in wrong:
                assert await status(at.serving.ask("POST", f"{path}/{kind}", who, data)) == wanted, (kind, data)
            async with at.serving.at(at.one) as seat:
                with pytest.raises(NotUnderstood):
                    await seat.do("content", name="a weapon", tables={"weapon": [{"id": "x"}]})
            assert await at.stands(at.one) == before
            made = await at.serving.ask("POST", f"{path}/scenes", token, {"ready": "ash_bears_den_bear"})
            assert made["scene"] in (await at.serving.truth(at.one)).scenes

    run(test())


def test_a_file_that_takes_too_long_is_not_done_at_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        async with helped() as at:
            before = await at.stands(at.one)
            monkeypatch.setattr(desk, "FILE_SECONDS", 0.5)
            with pytest.raises(TooMuch, match="too long"):
                await at.serving.house.desk.bring(
                    at.one["table"], hashed(at.one["token"]), AddContent, working.made_endlessly
                )
            assert await at.stands(at.one) == before

    run(test())


def test_what_a_helper_takes_long_to_do_is_not_done_at_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        async with helped() as at:
            before, pids = await at.stands(at.one), at.pids
            path, token = f"/api/tables/{at.one['table']}/scenes", at.one["token"]
            scene = {"ready": "ash_bears_den_bear"}
            with monkeypatch.context() as shorter:
                shorter.setattr(desk, "TRIED_SECONDS", -1.0)
                with pytest.raises(Answer, match="403: that takes too long to be done at the table"):
                    await at.serving.ask("POST", path, token, scene)
            assert await at.stands(at.one) == before
            assert await at.serving.ask("POST", path, token, scene)
            assert at.pids == pids  # no process had to be ended

    run(test())


def test_a_table_is_founded_with_all_that_it_brings_or_not_at_all() -> None:
    async def test() -> None:
        async with helped() as at:
            there = len(await at.serving.ask("GET", "/api/tables"))
            data = {"game": "bluebox", "title": "A table", "name": "Mara"}
            wrong = {**data, "content": [{"name": "dots", "toml": DOTS}]}
            with pytest.raises(Answer, match="400"):
                await at.serving.ask("POST", "/api/tables", "", wrong)
            assert len(await at.serving.ask("GET", "/api/tables")) == there
            link = await at.serving.ask("POST", "/api/tables", "", data)
            assert (await at.serving.truth(link)).seats.keys() == {link["seat"]}

    run(test())


def test_a_table_whose_files_take_long_to_be_done_is_not_founded(monkeypatch: pytest.MonkeyPatch) -> None:
    """It would be done in the server itself, for whoever asks where the house is open."""

    async def test() -> None:
        async with helped() as at:
            there = len(await at.serving.ask("GET", "/api/tables"))
            monkeypatch.setattr(desk, "TRIED_SECONDS", -1.0)
            with pytest.raises(Answer, match="403: that takes too long to be done at the table"):
                await at.serving.found()
            assert len(await at.serving.ask("GET", "/api/tables")) == there

    run(test())


def test_flags_characters_and_content_are_put_together_by_helpers(monkeypatch: pytest.MonkeyPatch) -> None:
    """For each flag a scene is played again, for a character all scenes that were left are read: the server does not do
    it, for nobody could end it."""

    def here(*args: object) -> None:
        raise AssertionError("the server does it itself")

    async def asked(at: Helped) -> list[Any]:
        paths = "flags", "characters/tahra", "content/weapon"
        return [await at.serving.ask("GET", f"/api/tables/{at.one['table']}/{path}", at.one["token"]) for path in paths]

    async def test() -> None:
        async with helped() as at:
            at.serving.house.seats = at.serving.house.requests
            async with at.serving.at(at.one) as mara:
                await mara.do("flag", told=0, line=0, note="Is that so?")
            with monkeypatch.context() as alone:
                alone.setattr(at.serving.house.desk, "_apart", None)
                usual = await asked(at)
            for name in ("exported", "character_file", "master_only"):
                monkeypatch.setattr(files, name, here)
            assert await asked(at) == usual
            monkeypatch.setattr(limits, "FLAG_SECONDS", 0.0)
            with pytest.raises(Answer, match="403: that takes too long"):
                await asked(at)

    run(test())


# ---------------------------------------------------------------- processes


def test_no_helper_is_left_when_the_server_has_ended() -> None:
    async def test() -> set[int]:
        async with helped() as at:
            await at.work(at.one, working.whoami)
            busy = asyncio.create_task(at.work(at.one, working.endless))
            await until(lambda: len(at.pids) == 2)
            pids = at.pids
        with pytest.raises(Fault):
            await busy
        return pids

    assert not any(map(is_there, run(test())))


def test_a_table_from_a_file_is_made_by_a_helper_or_not_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    def here(*args: object) -> None:
        raise AssertionError("the server reads the file itself")

    async def test() -> None:
        monkeypatch.setattr(files, "unpack", here)
        async with helped() as at:
            file = await at.serving.ask("GET", f"/api/tables/{at.one['table']}/file", at.one["token"])
            bring = partial(upload, at.serving, "/api/tables/import", "", file, "application/zip", name="Mara")
            link = await bring()
            async with at.serving.at(link) as seat:
                assert seat.document["beings"]
            before = await asyncio.to_thread(at.serving.house.desk.store.tables)
            with monkeypatch.context() as shorter:
                shorter.setattr(limits, "IMPORT_SECONDS", 0.0)
                with pytest.raises(Answer, match="403: that takes too long"):
                    await bring()
            assert await asyncio.to_thread(at.serving.house.desk.store.tables) == before

    run(test())


def test_helpers_are_forked_of_a_process_without_threads(tmp_path: Path) -> None:
    if not STATM.exists():
        pytest.skip("this system does not tell of the threads of a process")

    async def test() -> None:
        async with helped() as at:
            assert len(await at.pool.without_table("here", working.threads)) == 2

    run(test())


def test_helpers_end_when_their_server_is_killed(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.server.helped_server", f"sqlite:///{tmp_path / 'tables.sqlite'}"]
    child = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    pids: list[int] = json.loads(child.stdout.readline())
    assert len(pids) == 2
    assert all(map(is_there, pids))
    child.kill()
    child.communicate()

    async def gone() -> None:
        await until(lambda: not any(map(is_there, pids)))

    run(gone())


def test_a_refusal_is_the_same_in_another_process() -> None:
    async def test() -> None:
        async with helped() as at:
            ann = await at.serving.seat(at.one, "Ann", "tahra")
            async with at.serving.at(ann) as seat:
                with pytest.raises(Refused) as fault:
                    await seat.do("calls")
            assert (fault.value.reason, fault.value.rule) == ("only the game master may do that", "table")

    run(test())
