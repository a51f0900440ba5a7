"""Who may look twice at a throw."""

from __future__ import annotations

from ludex.games.vitality.book.dice import DAMAGE, Throw
from ludex.games.vitality.book.effort.on_rolls import concerned
from ludex.games.vitality.game import VITALITY


def test_whoever_is_gone_has_no_say_in_a_roll_that_several_share() -> None:
    options = VITALITY.rulebook.check_options({"opt_effort_reroll_enemy": True})
    beings = {"captain": {"from": "riot_captain", "at": [2, 2]}, "kestrel": {"at": [4, 2]}}
    scene = VITALITY.build({"beings": beings, "options": options}, "test", VITALITY.library())
    throw = Throw(DAMAGE, "captain", "vt.formula.damage", (), about=(("targets", ("kestrel", "hound")),))
    assert concerned(scene, throw) == ("captain", "kestrel")
    del scene.beings["captain"]
    assert concerned(scene, throw) == ()
