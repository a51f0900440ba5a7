"""Replays, journals and statistics over HTTP: as the seat that asks knew it; for the game master as any seat did."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from ludex.server import limits
from ludex.server.http import replay_page
from ludex.table.past.replay_file import Replay
from ludex.table.past.statistics import StatisticsTold
from tests.server.serving import run, served, status


def test_what_was_played_is_taken_home_as_a_seat_knew_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shell = tmp_path / "replay.html"
    shell.write_text("<head><title>Ludex</title></head><body><!--replay--></body>", encoding="utf-8")
    monkeypatch.setattr(replay_page, "SHELL", shell)
    monkeypatch.setattr(limits, "MESSAGES", limits.Rate(1e9, 1e9))  # who asks here is no human

    async def test() -> None:
        async with served() as serving:
            master = await serving.found()
            ann = await serving.seat(master, "Ann", "tahra")
            path = f"/api/tables/{master['table']}"
            for what in ("replay", "replay/page", "journal", "statistics"):
                assert await status(serving.ask("GET", f"{path}/{what}", ann["token"])) == 403, "nothing was played"
            async with serving.at(master) as gm:
                scene = next(iter(gm.document["master"]["scenes"]))
                await gm.do("open_scene", scene=scene, begin=False)
                await gm.do("gm", name="tell", args={"words": "Roll 2 dice & <run>."})
            told = msgspec.convert(await serving.ask("GET", f"{path}/replay", ann["token"]), Replay)
            assert told.seen_by == "Ann"
            assert told.chapters[0].moments[1].listed.words == "Roll 2 dice & <run>."
            as_ann = f"{path}/replay?seat={ann['seat']}"
            assert msgspec.convert(await serving.ask("GET", as_ann, master["token"]), Replay) == told
            assert await status(serving.ask("GET", f"{path}/replay?seat={master['seat']}", ann["token"])) == 403
            assert await status(serving.ask("GET", f"{path}/replay?seat=nobody", master["token"])) == 403
            assert await status(serving.ask("GET", f"{path}/replay?chapter=1", ann["token"])) == 400
            assert await status(serving.ask("GET", f"{path}/replay?chapter=x", ann["token"])) == 400
            assert await status(serving.ask("GET", f"{path}/replay?evening=2", ann["token"])) == 403
            assert await status(serving.ask("GET", f"{path}/replay")) == 401
            page = await serving.ask("GET", f"{path}/replay/page?chapter=0", ann["token"])
            assert b"<title>The Broken Causeway: patrol \xc2\xb7 A table</title>" in page
            assert b"<run>" not in page
            prose = (await serving.ask("GET", f"{path}/journal?evening=1", ann["token"])).decode()
            assert "Roll 2 dice & \\<run\\>." in prose
            assert "## In numbers" in (await serving.ask("GET", f"{path}/journal?numbers=true", ann["token"])).decode()
            counted = await serving.ask("GET", f"{path}/statistics", ann["token"])
            assert msgspec.convert(counted, StatisticsTold) == told.statistics
            assert counted["scenes"] == 1
            shell.unlink()
            assert await status(serving.ask("GET", f"{path}/replay/page", ann["token"])) == 400, "it was not built"

    run(test())
