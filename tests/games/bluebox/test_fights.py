"""The policies of Blue Box: the simple one is better than luck, and says why. `tests/conformance` plays the scenes."""

from __future__ import annotations

import re

import pytest

from ludex.core.files.codec import encode
from ludex.core.files.scenefile import load_scene
from ludex.core.foe.deciding import Policy
from ludex.core.kernel.agenda import Command, command
from ludex.core.kernel.procedure import GM
from ludex.core.referee.simulated import Simulated
from ludex.games.bluebox import BLUEBOX
from ludex.games.bluebox.book.conditions import standing
from ludex.games.bluebox.foe.policy import SimplePolicy
from ludex.games.bluebox.state import PARTY, Scene
from ludex.opponents.random import RandomPolicy


def wins(party: Policy, foes: Policy, count: int) -> int:
    """How many of some even fights, four against four of the same, the party wins."""
    won = 0
    for seed in range(count):
        scene = four_against_four()
        simulated = Simulated({"party": party, "foes": foes, "gm": party}, seed)
        simulated.perform(scene, command("gm", "start_combat"))
        simulated.play(scene)
        won += standing(scene) == {"party"}
    return won


def four_against_four() -> Scene:
    beings: dict[str, object] = {}
    for number in range(4):
        beings[f"ours_{number}"] = {"from": "vahki_patroller", "side": "party", "at": [0, 1 + number]}
        beings[f"theirs_{number}"] = {"from": "vahki_patroller", "side": "foes", "at": [8, 1 + number]}
    options = BLUEBOX.rulebook.check_options({})
    return BLUEBOX.build({"board": "broken_causeway", "beings": beings, "options": options}, "test", BLUEBOX.library())


@pytest.mark.slow
def test_the_simple_policy_beats_the_random_one() -> None:
    assert wins(SimplePolicy(), RandomPolicy(1), 12) >= 11
    assert wins(RandomPolicy(1), SimplePolicy(), 12) <= 1


def test_the_simple_policy_says_why() -> None:
    scene = four_against_four()
    policy = SimplePolicy()
    simulated = Simulated({"party": policy, "foes": policy, "gm": policy}, 1)
    simulated.perform(scene, command("gm", "start_combat"))
    reasons = set()
    while actor := BLUEBOX.to_act(scene):
        before = encode(scene)
        given = policy.choose(scene, scene.beings[actor])
        reasons.add(policy.explain(scene, given).partition(":")[0])
        assert encode(scene) == before
        simulated.perform(scene, given)
    assert any(re.match(r"More can be done from \d+,\d+", reason) for reason in reasons)
    assert any("Vahki Patroller" in reason for reason in reasons)
    other = Command(next(iter(scene.beings)), "hide")
    assert policy.explain(four_against_four(), other).startswith("They would rather do something else")


def test_who_has_disengaged_is_advised_nothing_that_is_refused() -> None:
    """However a being comes to stand as it does, the simple policy wants what it may do."""
    luck, policy = RandomPolicy(3), SimplePolicy()
    asked = 0
    for seed in range(6):
        scene = four_against_four()
        simulated = Simulated({"party": luck, "foes": luck, "gm": luck}, seed)
        simulated.perform(scene, command("gm", "start_combat"))
        for _ in range(60):
            actor = BLUEBOX.to_act(scene)
            if not actor:
                break
            if "Disengaged" in scene.beings[actor].states:
                asked += 1
                assert BLUEBOX.refusal(scene, policy.choose(scene, scene.beings[actor])) is None
            simulated.perform(scene, luck.choose(scene, scene.beings[actor]))
    assert asked > 5


def test_the_camp_in_the_den_is_played_to_the_morning_without_a_blow() -> None:
    """A scene without a fight: the fallen is helped up, all rest, and a day's way lies behind them in the end."""
    loaded = load_scene(BLUEBOX.home / "content" / "scenes" / "ash_bears_den_camp.toml").scene
    assert isinstance(loaded, Scene)
    scene = loaded
    assert BLUEBOX.opening(scene) is None
    referee = Simulated({GM: BLUEBOX.policy("simple"), PARTY: BLUEBOX.policy("simple")}, 1)
    missing = sum(being.sheet.hp - being.hp for being in scene.beings.values())
    for kind in ("long", "long"):
        for given in BLUEBOX.rest(scene, kind):
            assert BLUEBOX.refusal(scene, given) is None
            referee.perform(scene, given)
    for given in BLUEBOX.travel(scene, "day"):
        assert BLUEBOX.refusal(scene, given) is None
        referee.perform(scene, given)
    assert not any("Down" in being.states for being in scene.beings.values())
    assert sum(being.sheet.hp - being.hp for being in scene.beings.values()) < missing / 4
    assert scene.mode == "adventure"
