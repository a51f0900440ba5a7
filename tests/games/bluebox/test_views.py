"""What each seat may know. Two worlds that differ only in a secret look the same to whom it is a secret."""

from __future__ import annotations

from typing import Any

import pytest

from ludex.core.agenda import command
from ludex.core.codec import encode
from ludex.core.referee.exact import foresee
from ludex.games.bluebox import BLUEBOX
from ludex.games.bluebox.armory import attack_with
from ludex.games.bluebox.being import Scene
from ludex.games.bluebox.policy import SimplePolicy

BLADE = {"id": "fang", "name": "Fang", "class": "melee", "stat": "FOR", "distance": [1, 3], "natural": True}


def den(*, critical: int = 2, lurker: dict[str, Any] | None = None, **options: bool) -> Scene:
    """Tahra before a being with a fang, and perhaps somebody who lurks."""
    library = BLUEBOX.library()
    library.add({"weapon": [{**BLADE, "critical": [critical]}]}, "test")
    beings: dict[str, Any] = {
        "tahra": {"at": [0, 0], "moves": 1},
        "beast": {"side": "foes", "at": [2, 0], "weapons": ["fang"], "ready": ["fang"]},
    }
    order = ["tahra", "beast"]
    if lurker is not None:
        beings["lurker"] = {"side": "foes", "at": [4, 4], **lurker}
        order.insert(1, "lurker")
    tables = {
        "beings": beings,
        "turn": {"of": "tahra", "order": order},
        "options": BLUEBOX.rulebook.check_options(options),
    }
    return BLUEBOX.build(tables, "test", library)


HIDDEN = {"conditions": ["Hidden"], "seen": False}


@pytest.mark.rule("bb.crit.show")
def test_a_scene_without_secrets_is_its_own_view() -> None:
    scene = den()
    for seat in ("gm", "party", "foes", "tahra", "beast"):
        assert BLUEBOX.view(scene, seat) is scene
    assert attack_with(BLUEBOX.view(scene, "party"), scene.beings["beast"], "fang").critical == (2,)


@pytest.mark.rule("bb.crit.show")
def test_critical_areas_are_hidden_from_the_other_side_where_the_table_wants_it() -> None:
    scene = den(opt_hide_critical_areas=True)
    for seat, critical in (("gm", (2,)), ("foes", (2,)), ("beast", (2,)), ("party", ()), ("tahra", ())):
        shown = BLUEBOX.view(scene, seat)
        assert attack_with(shown, shown.beings["beast"], "fang").critical == critical
    shown = BLUEBOX.view(scene, "tahra")
    assert attack_with(shown, shown.beings["tahra"], "cinder_hook").critical == (2,)
    damaged = shown.fork()
    damaged.beings["beast"].damaged = ("fang",)
    assert attack_with(damaged, damaged.beings["beast"], "fang").critical == ()


def test_odds_in_a_view_do_not_tell_the_critical_area() -> None:
    """The beast stands at the distance of its Critical Area in one world, and not in the other."""
    blow = command("beast", "attack", weapon="fang", target="tahra")
    seen = []
    for critical in (2, 3):
        scene = den(critical=critical, opt_hide_critical_areas=True)
        scene.turns = type(scene.turns)(order=("tahra", "beast"), round=1, current="beast", acted=("tahra", "beast"))
        scene.beings["beast"].ap = 2
        shown = BLUEBOX.view(scene, "party")
        ends = foresee(shown, blow, SimplePolicy()).scenes
        seen.append((encode(shown), sorted((after.beings["tahra"].hp, weight) for after, weight in ends)))
    assert seen[0] == seen[1]


@pytest.mark.rule("bb.cond.hidden")
def test_who_is_hidden_and_was_never_seen_is_not_there() -> None:
    scene = den(lurker=HIDDEN)
    for seat in ("party", "tahra"):
        shown = BLUEBOX.view(scene, seat)
        assert list(shown.beings) == ["tahra", "beast"]
        assert shown.turns.order == ("tahra", "beast")
    assert BLUEBOX.view(scene, "foes") is scene
    assert BLUEBOX.view(scene, "gm") is scene
    assert "lurker" in scene.beings


def test_who_is_hidden_and_was_seen_is_known() -> None:
    scene = den(lurker={**HIDDEN, "seen": True})
    assert BLUEBOX.view(scene, "party") is scene


def test_a_world_with_somebody_unseen_looks_like_one_without() -> None:
    with_lurker, without = den(lurker=HIDDEN), den()
    with_lurker.beings["tahra"].walked = (("lurker", 1),)
    assert encode(BLUEBOX.view(with_lurker, "party")) == encode(BLUEBOX.view(without, "party"))
    offers = [
        [(o.action.name, o.refusal) for o in BLUEBOX.offers(shown, shown.beings["tahra"])]
        for shown in (BLUEBOX.view(with_lurker, "party"), BLUEBOX.view(without, "party"))
    ]
    assert offers[0] == offers[1]


def test_where_somebody_unseen_stands_makes_no_difference() -> None:
    views = [BLUEBOX.view(den(lurker={**HIDDEN, "at": at}), "party") for at in ([4, 4], [1, 0])]
    assert encode(views[0]) == encode(views[1])
    way = command("tahra", "move", to=((1, 0),))
    assert all(BLUEBOX.refusal(shown, way) is None for shown in views)


def test_whose_turn_it_is_stays_unknown_while_somebody_unseen_acts() -> None:
    scene = den(lurker=HIDDEN)
    scene.turns = scene.turns.begin("lurker")
    shown = BLUEBOX.view(scene, "party")
    assert shown.turns.current == ""
    assert shown.turns.acted == ("tahra",)
