"""What somebody is told who gives a command that does not exist, or names content that does not."""

from __future__ import annotations

from typing import Any

import pytest

from ludex.core.content.content import ContentError, WorkedOut
from ludex.core.kernel.agenda import Command, command
from ludex.core.kernel.ruling import BadInput
from ludex.games.crawl.game import CRAWL


def scene() -> Any:
    tables = {"beings": {"ann": {"at": [2, 2]}}, "turn": "ann", "options": CRAWL.rulebook.check_options({})}
    return CRAWL.build(tables, "test", CRAWL.library())


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (command("ann", "damage", target="ann", amount=3), "it is one of the game master"),
        (command("gm", "move", to=(3, 2)), "it is one of beings"),
        (command("ann", "end_trn"), "did you mean end_turn"),
        (command("ann", "xyzzy"), "expected one of: area_attack, attack"),
        (command("ann", "move", cell=(3, 2)), "move takes no 'cell'; its arguments are: to"),
        (command("ann", "move"), "move needs 'to'; one of: \\[\\[3, 2\\]\\]"),
        (command("ann", "fit"), "Fit has no skill to use"),
    ],
)
def test_a_command_that_cannot_be_read(given: Command, told: str) -> None:
    with pytest.raises(BadInput, match=told):
        CRAWL.read(scene(), given)


@pytest.mark.parametrize(("name", "told"), [("duck", "did you mean duck_and_dodge"), ("slsh", "did you mean slash")])
def test_an_aspect_that_does_not_exist(name: str, told: str) -> None:
    with pytest.raises(ContentError, match=told):
        CRAWL.library().shelves["aspect"].get(name)


def test_what_was_worked_out_does_not_grow_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(WorkedOut, "MOST", 3)
    kept = WorkedOut()
    for number in range(10):
        kept[number] = number
        assert kept[number] == number
        assert len(kept) <= 3
