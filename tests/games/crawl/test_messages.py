"""What somebody is told who gives a command that does not exist, or names content that does not."""

from __future__ import annotations

import re
from typing import Any

import pytest

from ludex.core.content import content
from ludex.core.content.content import ContentError, WorkedOut
from ludex.core.kernel.agenda import Command, command
from ludex.core.kernel.ruling import BadInput
from ludex.core.scene.look_up import look_up
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


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("ann.skill.slsh", "there is no aspect 'slsh'; did you mean slash?"),
        ("ann.distance.anm", "there is no being 'anm'; did you mean ann?"),
        ("anm.hp", "there is no being 'anm'; did you mean ann? there are: ann, scene, turn"),
        ("turn.ordr", "a turn has no field 'ordr'; did you mean order?"),
    ],
)
def test_what_was_meant_is_told_to_who_writes_a_script(path: str, told: str) -> None:
    with pytest.raises(BadInput, match=re.escape(told)):
        look_up(CRAWL.shape, scene(), path)


def test_what_was_meant_is_not_told_of_somebody_who_may_hide() -> None:
    with pytest.raises(BadInput) as told:
        scene().being("anm")
    assert "did you mean" not in str(told.value)


def test_what_was_worked_out_does_not_grow_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(content, "MOST", 3)
    kept = WorkedOut()
    for number in range(10):
        kept[number] = number
        assert kept[number] == number
        assert len(kept) <= 3
