"""Answers that the rules do not offer: a marked slot, somebody who has acted, an attribute that may not defend."""

from __future__ import annotations

from typing import Any

import pytest

from ludex.core.kernel.agenda import command
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import Question
from ludex.core.kernel.ruling import BadInput
from ludex.core.referee.live import Live, TypedDice
from ludex.games.navyblue.game import NAVYBLUE
from ludex.games.navyblue.state import Scene


def table(**tables: Any) -> Live[Scene]:
    options = NAVYBLUE.rulebook.check_options({})
    scene = NAVYBLUE.build({"options": options, **tables}, "test", NAVYBLUE.library())
    return Live(NAVYBLUE, scene, TypedDice())


def refuses(live: Live[Scene], rule: str, value: Plain) -> None:
    """The question stays open after an answer that was not offered."""
    question = live.open
    assert isinstance(question, Question)
    assert question.rule == rule
    with pytest.raises(BadInput):
        live.answer(value)
    assert live.open is question


@pytest.mark.rule("nb.injury.choice")
@pytest.mark.parametrize("slots", [(1, 2), (2, 2), (2,), (2, 3, 4), (2, 11)])
def test_injuries_go_into_as_many_unmarked_slots(slots: tuple[int, ...]) -> None:
    live = table(beings={"ann": {"marked": [1]}})
    live.perform(command("gm", "injure", target="ann", amount=2))
    refuses(live, "nb.injury.choice", slots)
    live.answer((2, 3))
    assert live.scene.beings["ann"].injuries == 3


@pytest.mark.rule("nb.init.alternate")
@pytest.mark.parametrize("name", ["b", "x", ""])
def test_a_side_chooses_among_its_own_who_have_not_acted(name: str) -> None:
    live = table(beings={"a": {}, "b": {}, "c": {}, "x": {"side": "foes"}})
    live.perform(command("gm", "fight"))
    live.fell((6,))
    live.answer("b")
    live.perform(command("b", "end_turn"))
    live.perform(command("x", "end_turn"))
    refuses(live, "nb.init.alternate", name)
    live.answer("c")
    assert live.scene.turns.current == "c"


@pytest.mark.rule("nb.attack.defend_with")
def test_only_what_the_attack_allows_may_defend() -> None:
    ann = {"attributes": {"Finesse": 2, "Vibe": 5}}
    live = table(turn="rat", board={"width": 1}, beings={"ann": ann, "rat": {"side": "foes"}})
    live.perform(command("rat", "attack", weapon="fists", target="ann"))
    refuses(live, "nb.attack.defend_with", "Vibe")
    live.answer("Finesse")
    live.fell((3, 4))
    assert live.scene.beings["ann"].vigor == 8


@pytest.mark.rule("nb.leap.check")
def test_a_landing_is_a_matter_of_brawn_or_finesse() -> None:
    live = table(turn="ann", beings={"ann": {}, "rat": {"side": "foes"}})
    live.perform(command("ann", "leap", to="z2_0", over=("z1_0",)))
    live.answer(True)
    refuses(live, "nb.leap.check", "Acumen")
    live.answer("Brawn")
    live.fell((3, 4))
    assert live.scene.beings["ann"].at == "z2_0"
