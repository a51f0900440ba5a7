"""Which rule keeps somebody from being pushed."""

from __future__ import annotations

import pytest

from ludex.core.files.scenefile import scene_from
from ludex.core.kernel.agenda import command
from ludex.core.kernel.ruling import listening
from ludex.core.referee.scripted import Scripted


def rules_of_a_push(condition: str) -> set[str]:
    beings = {"one": {"at": [0, 0]}, "other": {"at": [1, 0], "side": "foes", "conditions": [condition]}}
    scene = scene_from({"game": "bluebox", "beings": beings}, "here").scene
    with listening() as cited:
        after = Scripted([], []).perform(scene, command("gm", "push", source="one", target="other", m=2))
    assert after.beings["other"].at == (1, 0)
    return cited


@pytest.mark.rule("bb.cond.immobilized")
def test_who_is_immobilized_is_not_pushed() -> None:
    assert "bb.cond.immobilized" in rules_of_a_push("Immobilized")


def test_who_is_gone_is_not_pushed_for_another_reason() -> None:
    assert "bb.cond.immobilized" not in rules_of_a_push("Fled")
