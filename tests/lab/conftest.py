"""Fixtures of the tests of the lab."""

from __future__ import annotations

import pytest

from ludex.lab import run

FEW = 1  # fights that are looked at closely: of all that is done in the lab that takes longest


@pytest.fixture(autouse=True)
def closely(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    """How many fights are looked at closely: few, but where a test asks for as many as there are for everybody."""
    looked: int = getattr(request, "param", FEW)
    monkeypatch.setattr(run, "LOOKED_AT", looked)
    return looked
