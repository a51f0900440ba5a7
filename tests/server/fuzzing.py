"""Whatever anybody may send, over HTTP by its description and over the socket: nothing breaks, everything is answered.

python -m tests.server.fuzzing --examples 500
"""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import threading
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from itertools import count
from typing import Any

import msgspec
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from ludex.client.client import Client
from ludex.client.http import ask
from ludex.server.http.asking import Settings
from ludex.server.keys import hashed
from ludex.server.limits import Buckets
from ludex.server.run.serve import address_of, database_in, listening, server
from ludex.server.socket.messages import KINDS
from ludex.table import doings
from ludex.table.campaign.campaign import Outside
from tests.server.serving import Serving, folder, served
from tests.table.tables import SCENES, differing

QUICK = settings(
    deadline=None, database=None, suppress_health_check=list(HealthCheck), phases=[Phase.generate, Phase.shrink]
)

# ---------------------------------------------------------------- the socket

NUMBERS = st.integers(-(2**70), 2**70) | st.floats(allow_nan=False, allow_infinity=False)
Plain = st.recursive(
    st.none() | st.booleans() | NUMBERS | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


def values(kind: Any, names: list[str]) -> st.SearchStrategy[Any]:
    """Something of a type, or near it."""
    told = msgspec.inspect.type_info(kind) if not isinstance(kind, msgspec.inspect.Type) else kind
    name = st.sampled_from(names) | st.text(max_size=12)
    if isinstance(told, msgspec.inspect.StrType):
        return name
    if isinstance(told, msgspec.inspect.LiteralType):
        return st.sampled_from(told.values)
    if isinstance(told, msgspec.inspect.IntType):
        return st.integers(-3, 5) | st.integers(-(2**64), 2**64)
    if isinstance(told, msgspec.inspect.FloatType):
        return st.floats(allow_nan=False, allow_infinity=False) | st.integers(-5, 100_000)
    if isinstance(told, msgspec.inspect.BoolType):
        return st.booleans()
    if isinstance(told, msgspec.inspect.DictType):
        return st.dictionaries(name, values(told.value_type, names) | Plain, max_size=3)
    if isinstance(told, msgspec.inspect.VarTupleType | msgspec.inspect.ListType):
        return st.lists(values(told.item_type, names), max_size=3)
    if isinstance(told, msgspec.inspect.UnionType):
        return st.one_of([values(each, names) for each in told.types])
    if isinstance(told, msgspec.inspect.NoneType):
        return st.none()
    return Plain | name


def messages(names: list[str]) -> st.SearchStrategy[dict[str, Any]]:
    """Messages as they should be, and some that are not."""
    found = []
    for tag, kind in KINDS.items():
        fields = {field.encode_name: field for field in msgspec.structs.fields(kind)}
        needed = {name: values(field.type, names) for name, field in fields.items() if field.required}
        others = {name: values(field.type, names) for name, field in fields.items() if not field.required}
        found.append(st.fixed_dictionaries({"do": st.just(tag), **needed}, optional=others))
    wrong = st.fixed_dictionaries({"do": st.sampled_from(sorted(KINDS)) | Plain}, optional={"words": Plain, "x": Plain})
    return st.one_of(st.one_of(found), st.one_of(found), st.one_of(found), wrong)


class Playground:
    """A server, and for each example a new table with a game master, a player and a spectator."""

    def __init__(self, runner: asyncio.Runner, serving: Serving, game: str) -> None:
        self.runner, self.serving, self.game = runner, serving, game
        serving.house.founding = serving.house.requests

    async def one_table(self, sent: list[tuple[int, dict[str, Any]]]) -> None:
        async with AsyncExitStack() as stack:
            master = await self.serving.found(self.game, settings={"pause": 0})
            player = await self.serving.seat(master, "Ann", *NAMES[self.game][:1])
            guest = await self.serving.seat(master, "Eve", role="spectator")
            clients = [await stack.enter_async_context(self.serving.at(link)) for link in (master, player, guest)]
            await clients[0].do("open_scene", scene=next(iter(clients[0].document["master"]["scenes"])))
            for who, message in sent:
                await self.sends(clients[who], message)
            entries = await asyncio.to_thread(self.serving.house.desk.store.entries, master["table"])
            again = doings.folded(entries, Outside())
            held = self.serving.house.desk._held[master["table"]]
            async with held.lock:
                if held.table is not None and held.table.number == again.number:
                    assert not differing(held.table, again), sent

    async def sends(self, client: Client, message: dict[str, Any]) -> None:
        if client.why:  # who was removed has been told so
            assert client.why in ("this seat has been taken away", "this link is void"), client.why
            return
        async with asyncio.timeout(120):
            try:
                reply = await client.send(message)
            except Exception:
                assert client.why in ("this seat has been taken away", "this link is void"), client.why
                return
        assert reply["ok"] or reply.get("refused", {}).get("reason") or reply.get("fault"), (message, reply)
        assert "broke down" not in str(reply.get("fault")), (message, reply)


NAMES = {"bluebox": ["tahra", "vahki_1"], "cloudbreaker": ["pip"], "crawl": ["sefa"], "navyblue": ["pell", "rats_1"],
         "vitality": ["bram_holloway", "hound_1"]}  # fmt: skip
WORDS = ["end_turn", "move", "attack", "tell", "spawn", "set", "roll", "party", "foes", "gm", "simple", "random", "d20"]


def fuzz_socket(game: str, examples: int, helpers: int = 0) -> None:
    clock = count(1_000, 100)
    with asyncio.Runner() as runner:
        stack = AsyncExitStack()
        outside = Outside(clock=lambda: float(next(clock)))
        serving = runner.run(stack.enter_async_context(served(outside=outside, helpers=helpers)))
        ground = Playground(runner, serving, game)
        sent = st.lists(st.tuples(st.integers(0, 2), messages([*NAMES[game], *WORDS])), min_size=1, max_size=8)

        @settings(QUICK, max_examples=examples)
        @given(sent)
        def test(sent: list[tuple[int, dict[str, Any]]]) -> None:
            json.dumps(sent)
            runner.run(ground.one_table(sent))

        try:
            test()
        finally:
            runner.run(stack.aclose())


# ---------------------------------------------------------------- HTTP


@contextmanager
def server_in_thread() -> Iterator[str]:
    with folder() as path:
        listener = listening("127.0.0.1", 0)
        running = server(Settings(database=database_in(path), host=hashed(HOST)))
        thread = threading.Thread(target=running.run, kwargs={"sockets": [listener]})
        thread.start()
        try:
            while not running.started:
                thread.join(0.02)
            app: Any = running.config.app
            free = Buckets(1e9, 1e9, lambda: 0.0)
            at = app.app.state.house
            at.requests = at.seats = at.founding = at.wrong_knocks = at.all_wrong_knocks = free
            yield address_of(listener)
        finally:
            running.should_exit = True
            thread.join()
            listener.close()


HOST = "the token of the host"
# What is well formed may still name a game or a scene that is not there: that is told, and no fault.
LEFT_OUT = {"positive_data_acceptance"}


def try_operation(operation: Any, headers: dict[str, str], table: str, checks: list[Any], examples: int) -> None:
    @settings(QUICK, max_examples=examples)
    @given(case=operation.as_strategy(), own=st.integers(0, 4))
    def test(case: Any, own: int) -> None:
        if own and "table" in case.path_parameters:
            case.path_parameters["table"] = table
        if case.method == "PATCH" and isinstance(case.body, dict):
            case.body.pop("archived", None)
        case.call_and_validate(headers=headers, checks=checks, timeout=30)

    test()


def fuzz_http(examples: int) -> int:
    """Every operation of the description; tells how many there are."""
    import schemathesis  # slow to import, and used here alone
    from schemathesis.checks import CHECKS

    logging.getLogger("schemathesis").setLevel(logging.ERROR)
    with server_in_thread() as address:
        table = {"game": "bluebox", "title": "A table", "name": "Mara", "scenes": [{"ready": SCENES["bluebox"]}]}
        master = ask("POST", f"{address}/api/tables", HOST, table)
        schema = schemathesis.openapi.from_url(f"{address}/api/openapi.json")
        checks = [check for check in CHECKS.get_all() if check.__name__ not in LEFT_OUT]
        found: Any = schema.get_all_operations()
        operations = [each.ok() for each in found]
        for operation in operations:
            token = HOST if "host" in str(operation.definition.raw.get("security")) else master["token"]
            try_operation(operation, {"Authorization": f"Bearer {token}"}, master["table"], checks, examples)
        return len(operations)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--examples", type=int, default=300)
    examples = parser.parse_args().examples
    print(f"HTTP: {fuzz_http(examples)} operations, {examples} examples each")
    for game in SCENES:
        fuzz_socket(game, examples)
        print(f"socket, {game}: {examples} examples")
    fuzz_socket("bluebox", examples, helpers=2)
    print(f"socket, with helpers: {examples} examples")


if __name__ == "__main__":
    main()
