"""What may be held, and how it is said that something may not."""

from __future__ import annotations

from typing import Any, cast

from ludex.core.files.scenefile import scene_from
from ludex.core.kernel.agenda import Command
from ludex.games.bluebox.book.turns.held_actions import HOLDING, fits_hold, holdable
from ludex.games.bluebox.game import BLUEBOX
from ludex.games.bluebox.state import Scene

UNSAID = "cannot be held before it is said what exactly is done"


def fight() -> Scene:
    board, beings = {"q": [0, 8], "r": [0, 8]}, {"onuri": {"at": [1, 1]}, "vahki_patroller": {"at": [4, 1]}}
    scene: Any = scene_from({"game": BLUEBOX.name, "board": board, "beings": beings}, "test").scene
    return cast(Scene, scene)


def test_nothing_is_offered_of_which_more_would_have_to_be_said() -> None:
    scene = fight()
    onuri = scene.beings["onuri"]
    refused = [fits_hold(scene, onuri, str(name), (), "moves", "") for name in holdable(scene, onuri)]
    assert not [refusal for refusal in refused if refusal is not None and UNSAID in refusal.reason]


def test_what_is_not_said_is_refused_in_plain_words() -> None:
    refusal = HOLDING.refusal(fight(), Command("onuri", "swap", ()), "moves", "")
    assert refusal is not None
    assert refusal.reason == f"{BLUEBOX.actions['swap'].label} {UNSAID}"
