"""The game of zones is known only while the tests of the text game run."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import ludex.games.known  # noqa: F401  # registers the games
from ludex.core.game import GAMES
from tests.text.skirmish import SKIRMISH


@pytest.fixture(autouse=True)
def _skirmish() -> Iterator[None]:
    GAMES["skirmish"] = SKIRMISH
    yield
    del GAMES["skirmish"]
