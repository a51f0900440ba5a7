"""Each attack, small: somebody at another table is answered before it has ended, and little is left of it."""

from __future__ import annotations

import logging

import pytest

from tests.server.attacks import ATTACKS, MOST_DISK, MOST_MEMORY, withstood
from tests.server.serving import run, served


@pytest.mark.slow
@pytest.mark.parametrize("name", ATTACKS)
def test_another_table_goes_on_under_attack(name: str, caplog: pytest.LogCaptureFixture) -> None:
    async def test() -> None:
        async with served(by_rate=True) as serving:
            with caplog.at_level(logging.WARNING):
                found = await withstood(serving, name, 1)
            assert found.answered
            assert found.memory < MOST_MEMORY
            assert found.disk < MOST_DISK
            assert not [record for record in caplog.records if record.exc_info], "something broke down"
            assert sum(len(record.getMessage()) for record in caplog.records) < 10_000

    run(test())
