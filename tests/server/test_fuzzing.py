"""Nothing that anybody sends breaks anything: a short run of what `make fuzz` does at length."""

from __future__ import annotations

import pytest

from tests.server.fuzzing import fuzz_http, fuzz_socket
from tests.table.tables import SCENES

FEW = ("bluebox", "crawl", "vitality")  # messages are the same for every game


@pytest.mark.parametrize("game", [pytest.param(game, marks=() if game in FEW else pytest.mark.long) for game in SCENES])
def test_every_message_on_the_socket_is_answered_and_nothing_breaks(game: str) -> None:
    fuzz_socket(game, 8)


@pytest.mark.slow
def test_nor_does_anything_break_where_helpers_work_it_out() -> None:
    fuzz_socket("bluebox", 8, helpers=2)


def test_the_http_interface_is_as_it_is_described() -> None:
    assert fuzz_http(3) >= 25
