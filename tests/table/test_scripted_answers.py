"""What was answered at a table is listed as a script lists it: with what was done first, or as withdrawn."""

from __future__ import annotations

import tomllib
from typing import Any

from ludex.core.files.scenefile import scene_from
from ludex.core.kernel.agenda import command
from ludex.core.kernel.procedure import Interject
from ludex.core.referee.live import Live
from ludex.core.referee.simulated import StreamDice
from ludex.table.campaign.flags import scripted_answers
from tests.scene_files import unmet

QUAY = """
game = "navyblue"
turn = "foe"
beings.hero = { side = "party", vigor = 0, marked = [1, 2, 3, 4], at = "z0_0" }
beings.foe = { side = "foes", held = ["cutlass"], at = "z0_0" }
"""
STONE = Interject(command("gm", "injure", target="hero", amount=1))
END = Interject(command("gm", "end_fight", how="talked"))


def listed(*values: Any) -> list[dict[str, Any]]:
    file = scene_from(tomllib.loads(QUAY), "test")
    live = Live(file.game, file.scene, StreamDice(3))
    live.perform(command("foe", "attack", target="hero", weapon="cutlass"))
    for value in values:
        live.answer(value)
    assert live.open is None
    answers = scripted_answers(live.given)
    dice = [face for given in live.given if given.is_roll for face in given.value]
    attack = {"actor": "foe", "do": "attack", "with": {"target": "hero", "weapon": "cutlass"}}
    script = [{**attack, "dice": dice, "answers": answers}]
    assert unmet(scene_from({**tomllib.loads(QUAY), "script": script}, "test")) == []
    return answers


def test_a_question_that_was_gone_is_withdrawn() -> None:
    (answer,) = listed(END)
    assert answer["withdrawn"]
    assert [first["do"] for first in answer["first"]] == ["end_fight"]


def test_what_was_asked_meanwhile_has_an_answer_of_its_own() -> None:
    outer, inner, *_ = listed(STONE, (9,), "Brawn", (5, 6))
    assert (outer["rule"], outer["answer"]) == ("nb.attack.defend_with", "Brawn")
    assert (inner["rule"], inner["answer"]) == ("nb.injury.choice", (9,))
