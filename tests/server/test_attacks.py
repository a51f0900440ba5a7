"""Each attack, small: somebody at another table is answered before it has ended, and little is left of it."""

from __future__ import annotations

import logging

import pytest

from tests.server.attacks import ATTACKS, MOST_MEMORY, under
from tests.server.serving import run, served

MOST_DISK = 2_000_000  # bytes that an attack leaves in the store


@pytest.mark.slow
@pytest.mark.parametrize("name", ATTACKS)
def test_another_table_goes_on_under_attack(name: str, caplog: pytest.LogCaptureFixture) -> None:
    async def test() -> None:
        async with served() as serving:
            with caplog.at_level(logging.WARNING):
                held = await under(serving, ATTACKS[name], 1)
            assert held.answered
            assert held.memory < MOST_MEMORY
            assert held.disk < MOST_DISK
            assert not [record for record in caplog.records if record.exc_info], "something broke down"
            assert sum(len(record.getMessage()) for record in caplog.records) < 10_000

    run(test())
