"""Steps, and the entries of the agenda that they are called to make."""

from __future__ import annotations

import re
from pathlib import Path

import ludex
from tests.core.toy import duel, riposte, ward


def test_an_entry_knows_of_which_step_it_is() -> None:
    ann, ben = duel().beings["ann"], duel().beings["ben"]
    entry = ward(ann, ben, 2)
    assert entry.args == ("ann", "ben", 2)
    assert entry.is_of(ward)
    assert not entry.is_of(riposte)


def test_nobody_compares_a_step_with_what_is_called_to_make_an_entry_of_it() -> None:
    """They are two things: `entry.step is end_fight` never holds."""
    compared = re.compile(r"\bentry\.step (?:(?:is|in|not)\b|[!=]=)")
    files = Path(ludex.__file__).parent.rglob("*.py")
    assert [file for file in files if compared.search(file.read_text(encoding="utf-8"))] == []
