"""Nothing that anybody sends breaks anything: a short run of what `make fuzz` does at length."""

from __future__ import annotations

import pytest

from tests.server.fuzzing import fuzz_http, fuzz_socket
from tests.table.tables import SCENES


@pytest.mark.parametrize("game", SCENES)
def test_every_message_on_the_socket_is_answered_and_nothing_breaks(game: str) -> None:
    fuzz_socket(game, 8)


@pytest.mark.slow
def test_nor_does_anything_break_where_helpers_work_it_out() -> None:
    fuzz_socket("bluebox", 8, helpers=2)


def test_the_http_interface_is_as_it_is_described() -> None:
    assert fuzz_http(3) >= 25
