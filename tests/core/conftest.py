"""The toy game is known to the core only while the tests of the core run."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ludex.core.game import GAMES
from tests.core.toy import TOY


@pytest.fixture(autouse=True)
def _toy() -> Iterator[None]:
    GAMES["toy"] = TOY
    yield
    del GAMES["toy"]
