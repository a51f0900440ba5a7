"""The log has one line for each thing; a fault is short, told seldom and counted, and no secret stands in it."""

from __future__ import annotations

import asyncio
import json
import logging
import re
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from ludex.client.http import Answer, ask
from ludex.core.kernel.ruling import BadInput
from ludex.server.watch.logs import AsJson, AsText, FaultTold, Logging, Repeated, begin_log, opened
from tests.server.serving import run, served
from tests.server.test_serve_command import serving


class Kept(logging.Handler):
    def __init__(self, form: logging.Formatter | None = None) -> None:
        super().__init__()
        self.lines: list[str] = []
        self.setFormatter(form or AsText())

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


def deep(left: int) -> None:
    if left:
        deep(left - 1)
    raise ValueError("that was\nnot foreseen")


def record_of(fault: Exception | None, words: str = "table %s", *args: Any) -> logging.LogRecord:
    told = (type(fault), fault, fault.__traceback__) if fault is not None else None
    return logging.LogRecord("ludex.x", logging.ERROR, "x.py", 1, words, args or ("T",), told)


def raised(left: int = 100) -> Exception:
    try:
        deep(left)
    except ValueError as fault:
        return fault
    raise AssertionError


def test_a_fault_of_any_depth_is_one_line_with_its_last_frames() -> None:
    told = AsText().format(record_of(raised()))
    assert "\n" not in told
    frame = r"test_logs\.py:\d+ deep"
    assert re.search(rf" error table T: ValueError: that was \(at {frame}, {frame}, {frame}, {frame}\)$", told)
    as_json = json.loads(AsJson().format(record_of(raised())))
    assert (as_json["level"], as_json["message"], as_json["fault"]["kind"]) == ("error", "table T", "ValueError")
    assert len(as_json["fault"]["frames"]) == 4


def test_what_the_store_was_asked_to_keep_is_not_in_the_log() -> None:
    fault = OperationalError("INSERT INTO entries", {"body": "the baron is the thief"}, Exception("disk full"))
    for form in (AsText(), AsJson()):
        told = form.format(record_of(fault))
        assert "disk full" in told
        assert "baron" not in told


def test_nobody_can_write_a_line_of_their_own() -> None:
    told = AsText().format(record_of(None, "a table called %s", "x\r\n2026-01-01T00:00:00.000Z error forged\u2028y"))
    assert len(told.splitlines()) == 1


def test_the_same_fault_again_is_a_line_with_its_count_and_seldom() -> None:
    kept, now = Kept(), [0.0]
    log = Repeated(kept, lambda: now[0])
    for _ in range(1_000):
        log.handle(record_of(raised()))
    assert len(kept.lines) == 10
    assert "(at " in kept.lines[0]
    assert kept.lines[-1].endswith("table T: the same fault again, 512 times by now: ValueError")
    log.handle(record_of(KeyError("another")))
    log.handle(record_of(None))
    assert len(kept.lines) == 12
    now[0] += 3_601.0
    log.handle(record_of(raised()))
    assert "(at " in kept.lines[-1]


def test_a_fault_of_another_process_is_told_as_one_of_this() -> None:
    kept = Kept()
    log = Repeated(kept)
    for line in (7, 8):
        for _ in range(100):
            record = record_of(None)
            record.fault = FaultTold("KeyError", "'x'", ["a.py:3 a", f"b.py:{line} b"])
            log.handle(record)
    assert len(kept.lines) == 14
    assert kept.lines[0].endswith("table T: KeyError: 'x' (at a.py:3 a, b.py:7 b)")
    assert kept.lines[6].endswith("table T: the same fault again, 64 times by now: KeyError")


def test_a_log_that_is_moved_away_is_begun_anew(tmp_path: Path) -> None:
    log = opened(tmp_path / "log")
    log.handle(record_of(None))
    (tmp_path / "log").rename(tmp_path / "log.1")
    log.handle(record_of(None))
    log.close()
    assert [(tmp_path / name).read_text().count("\n") for name in ("log", "log.1")] == [1, 1]
    with pytest.raises(BadInput, match="--log-file"):
        opened(tmp_path / "none" / "log")


@pytest.mark.parametrize("wrong", [Logging(level="loud"), Logging(form="xml")])
def test_what_is_no_way_to_log_is_refused(wrong: Logging) -> None:
    with pytest.raises(BadInput, match="--log-"):
        begin_log(wrong)


def test_a_request_is_logged_by_its_route_and_not_by_its_address(caplog: pytest.LogCaptureFixture) -> None:
    async def test() -> tuple[dict[str, str], str]:
        async with served() as serving:
            link = await serving.found()
            await serving.ask("GET", f"/api/tables/{link['table']}", link["token"])
            for path in (f"/api/tables/{link['table']}", "/no/such/place.x"):
                with pytest.raises((Answer, ValueError)):
                    await serving.ask("GET", path)
            async with serving.at(link):
                pass
        return link, "\n".join(record.getMessage() for record in caplog.records if record.name == "ludex.access")

    with caplog.at_level(logging.INFO, "ludex.access"):
        link, told = run(test())
    for line in (
        "method=POST route=/api/tables status=201",
        "method=GET route=/api/tables/{table} status=200",
        "method=GET route=/api/tables/{table} status=401",
        "method=SOCKET route=/api/tables/{table}/socket status=101",
    ):
        assert line in told, told
    assert link["table"] not in told
    assert link["token"] not in told
    assert "such" not in told
    assert "address" not in told


def test_a_fault_of_a_request_is_logged_by_its_route(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> str:
        async with served() as serving:
            link = await serving.found()
            for fault in (KeyError("x"), OperationalError("SELECT", {}, Exception("the line is broken"))):
                with monkeypatch.context() as broken:
                    broken.setattr(serving.house.desk, "read", partial(fails, fault))
                    with pytest.raises(Answer):
                        await serving.ask("GET", f"/api/tables/{link['table']}", link["token"])
        return link["table"]

    async def fails(fault: Exception, *_: Any) -> Any:
        raise fault

    table = run(test())
    told = [record.getMessage() for record in caplog.records if record.name == "ludex.server.http.faults"]
    assert told == [f"{what} at /api/tables/{{table}}" for what in ("a fault of ours", "the store cannot be used")]
    assert not [line for line in told if table in line]


def test_the_command_writes_what_is_asked_as_json_to_its_file(tmp_path: Path) -> None:
    log = tmp_path / "log"
    args = "--open", "--log-format", "json", "--log-file", str(log), "--log-addresses"
    with serving(tmp_path / "tables", *args) as (child, address, _):
        ask("GET", f"{address}/api/house")
        while "/api/house" not in log.read_text():
            asyncio.run(asyncio.sleep(0.02))
        child.terminate()
        _, said = child.communicate()
    begins, asked, *_, last = [json.loads(line) for line in log.read_text().splitlines()]
    assert re.fullmatch(rf"Ludex \S.* begins, at {address}, with the store at {tmp_path}.*", begins["message"])
    assert (asked["method"], asked["route"], asked["status"]) == ("GET", "/api/house", 200)
    assert asked["address"] == "127.0.0.1"
    assert last["message"] == "it has ended"
    assert said == ""
