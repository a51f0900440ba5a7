"""What somebody new to Navy Blue looks at: what a Move costs, and what an attack is for."""

from __future__ import annotations

from typing import Any, cast

from ludex.core.files.scenefile import scene_from
from ludex.core.kernel.agenda import Command
from ludex.core.show.price import price_words
from ludex.games.navyblue.game import NAVYBLUE
from ludex.games.navyblue.show.prices import price
from ludex.games.navyblue.state import Scene


def built(**tables: object) -> Scene:
    beings = {"ann": {"held": ["cutlass"]}, "guard": {"side": "foes"}}
    scene: Any = scene_from({"game": NAVYBLUE.name, "turn": "ann", "beings": beings, **tables}, "test").scene
    return cast(Scene, scene)


def test_the_price_of_a_move_says_what_is_lost_and_to_what() -> None:
    scene = built(obstructions=[{"zone": "z1_0", "material": "ice"}])
    move = NAVYBLUE.expand(scene, Command("ann", "move", (("to", "z1_0"),)))
    assert price_words(price(scene, scene.beings["ann"], move)) == "1 MP and 1 MP lost to ice"


def test_an_attack_says_in_short_what_is_thrown_and_what_for() -> None:
    scene = built()
    rows = [
        row for part in NAVYBLUE.face().sheet(scene, scene.beings["ann"]) if part.kind == "arms" for row in part.rows
    ]
    assert "2d6 +0 (Brawn) for 1, 2 or 3 damage" in [row.note for row in rows]
