"""Whoever runs the server sees whether it is ready, and its figures; nobody else does, and nobody is named in them."""

from __future__ import annotations

import asyncio
import logging
from typing import Any
from urllib.error import HTTPError
from urllib.request import ProxyHandler, Request, build_opener

import pytest
from sqlalchemy.exc import OperationalError

from ludex.client.client import Refused
from ludex.server.keys import hashed
from tests.server.serving import Serving, run, served

TOKEN = "a token for figures"


async def got(serving: Serving, path: str, **headers: str) -> tuple[int, str]:
    def asked() -> tuple[int, str]:
        request = Request(serving.address + path, headers={name.replace("_", "-"): it for name, it in headers.items()})
        try:
            with build_opener(ProxyHandler({})).open(request) as answer:
                return answer.status, answer.read().decode()
        except HTTPError as fault:
            return fault.code, fault.read().decode()

    return await asyncio.to_thread(asked)


def figure(told: str, name: str) -> float:
    (found,) = [line for line in told.splitlines() if line.startswith(name + " ")]
    return float(found.rsplit(" ", 1)[1])


def test_it_is_ready_while_its_store_can_be_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> Any:
        raise OperationalError("SELECT", {}, Exception("the line is broken"))

    async def test() -> None:
        async with served() as serving:
            assert await serving.ask("GET", "/api/health") == {"alive": True, "ready": True, "store": "reachable"}
            with monkeypatch.context() as without:
                without.setattr(serving.house.desk.store, "reach", broken)
                assert await got(serving, "/api/health") == (
                    503, '{"alive":true,"ready":false,"store":"out of reach"}',
                )  # fmt: skip
            with monkeypatch.context() as without:
                without.setattr(serving.house.desk.store, "free", lambda: 4_096)
                assert await got(serving, "/api/health") == (503, '{"alive":true,"ready":false,"store":"full"}')
                assert figure((await got(serving, "/metrics"))[1], "ludex_store_free_bytes") == 4_096
            assert (await got(serving, "/api/health"))[0] == 200
            serving.house.closing = True
            assert await got(serving, "/api/health") == (503, '{"alive":true,"ready":false,"store":"closing"}')

    run(test())


def test_what_is_done_refused_and_broken_is_counted_and_nobody_is_named() -> None:
    async def test() -> None:
        async with served() as serving:
            link = await serving.found(title="Thursday of Mara")
            async with serving.at(link) as mara:
                await mara.do("chat", words="Hello")
                with pytest.raises(Refused):
                    await mara.do("keep_table")
                logging.getLogger("ludex.x").error("that broke", exc_info=KeyError("x"))
                _, told = await got(serving, "/metrics")
            for name, wanted in (
                ("ludex_tables_held", 1),
                ("ludex_seats_here", 1),
                ("ludex_sessions", 1),
                ("ludex_sockets", 1),
                ("ludex_lab_running", 0),
                ('ludex_doing_seconds_count{kind="chat"}', 1),
                ('ludex_refused_total{kind="keep_table",what="doing"}', 1),
                ('ludex_faults_total{kind="KeyError"}', 1),
                ('ludex_answers_total{status="201"}', 1),
            ):
                assert figure(told, name) == wanted, name
            assert figure(told, 'ludex_store_seconds_count{kind="append"}') >= 1
            assert figure(told, 'ludex_sent_bytes_total{over="socket"}') > 1_000
            assert figure(told, "ludex_store_bytes") > 0
            assert "process_resident_memory_bytes" in told
            for secret in (link["table"], link["seat"], "Mara", "Thursday", "Hello"):
                assert secret not in told

    run(test())


def test_whatever_is_asked_the_figures_stay_as_many_as_they_are() -> None:
    async def kinds(serving: Serving) -> set[str]:
        _, told = await got(serving, "/metrics")
        return {line.rsplit(" ", 1)[0] for line in told.splitlines() if line.startswith("ludex_http_seconds_count")}

    async def odd(serving: Serving, name: str) -> None:
        def asked() -> None:
            request = Request(f"{serving.address}/api/house", method=name)
            with pytest.raises(HTTPError):
                build_opener(ProxyHandler({})).open(request)

        await asyncio.to_thread(asked)

    async def test() -> None:
        async with served() as serving:
            await kinds(serving)
            before = await kinds(serving)
            for number in range(50):
                await odd(serving, f"ODD{number}")
            (more,) = await kinds(serving) - before
            assert 'method="OTHER"' in more
            for number in range(20):
                await got(serving, f"/api/tables/T{number}")
                await got(serving, f"/api/nowhere/{number}")
            assert not [kind for kind in await kinds(serving) if "T1" in kind or "/1" in kind]

    run(test())


def test_figures_are_for_this_machine_alone_or_for_who_has_the_token() -> None:
    async def test() -> None:
        token = {"X_Forwarded_For": "192.0.2.7", "Authorization": f"Bearer {TOKEN}"}
        async with served() as serving:
            assert (await got(serving, "/metrics"))[0] == 200
            for by_proxy in ("X_Forwarded_For", "Forwarded", "X_Real_IP", "Via"):
                assert (await got(serving, "/metrics", **{by_proxy: "127.0.0.1"}))[0] == 403
            assert (await got(serving, "/metrics", **token))[0] == 403
        async with served(metrics=hashed(TOKEN)) as serving:
            assert (await got(serving, "/metrics", **token))[0] == 200
            assert (await got(serving, "/metrics", **{**token, "Authorization": "Bearer another"}))[0] == 403
            assert (await got(serving, "/metrics"))[0] == 403  # a tunnel on this machine comes from here as well

    run(test())
