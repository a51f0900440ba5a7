"""What each seat may know. Two worlds that differ only in a secret look the same to whom it is a secret."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludex.core.files.codec import encode
from ludex.core.kernel.agenda import command
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import Refusal
from ludex.core.kernel.scene import Adjustment, Condition, Until
from ludex.core.referee.exact import foresee
from ludex.core.referee.scripted import Scripted
from ludex.core.show.odds import odds
from ludex.games.bluebox import BLUEBOX
from ludex.games.bluebox.book.attacks.weapons import attack_with
from ludex.games.bluebox.book.movement.actions import whole_path
from ludex.games.bluebox.book.movement.sight import hidden_from
from ludex.games.bluebox.book.powers.actions import targets_of
from ludex.games.bluebox.foe.policy import SimplePolicy
from ludex.games.bluebox.state import Area, Built, Held, Rest, Scene, Trigger

BLADE = {"id": "fang", "name": "Fang", "class": "melee", "stat": "FOR", "distance": [1, 3], "natural": True}


def den(
    *, critical: int = 2, lurker: dict[str, Any] | None = None, beast: dict[str, Any] | None = None, **options: bool
) -> Scene:
    """Tahra before a being with a fang, and perhaps somebody who lurks."""
    library = BLUEBOX.library()
    library.add({"weapon": [{**BLADE, "critical": [critical]}]}, "test")
    beings: dict[str, Any] = {
        "tahra": {"at": [0, 0], "moves": 1},
        "beast": {"side": "foes", "at": [2, 0], "weapons": ["fang"], "ready": ["fang"], **(beast or {})},
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
    shown.library.worked_out.clear()  # as it does when it has grown too large
    assert attack_with(shown, shown.beings["beast"], "fang").critical == ()
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


# ---------------------------------------------------------------- no trace of the unseen

TRACES: dict[str, Callable[[Scene], None]] = {}


def trace(set_up: Callable[[Scene], None]) -> Callable[[Scene], None]:
    TRACES[set_up.__name__] = set_up
    return set_up


@trace
def order_of_turns(scene: Scene) -> None:
    names = ("lurker", "tahra")
    scene.turns = replace(scene.turns, acted=names, late=names, broken_off=names)


@trace
def its_turn(scene: Scene) -> None:
    scene.turns = scene.turns.begin("lurker")


@trace
def metres_within_its_reach(scene: Scene) -> None:
    scene.beings["tahra"].walked = (("lurker", 1), ("beast", 1))


@trace
def found_by_it(scene: Scene) -> None:
    scene.beings["tahra"].found_by = ("lurker",)


@trace
def a_condition_from_it(scene: Scene) -> None:
    scene.beings["tahra"].afflict(Condition("Poisoned", "lurker"))


@trace
def a_condition_until_its_turn(scene: Scene) -> None:
    scene.beings["tahra"].afflict(Condition("Dazed", "beast", Until("start of turn", "lurker")))


@trace
def terrain_of_its_making(scene: Scene) -> None:
    scene.areas = (Area(((3, 3),), source="lurker"),)


@trace
def cover_of_its_making(scene: Scene) -> None:
    scene.built = (Built((((3, 3), (4, 3)),), "lurker", "focus"),)


@trace
def an_action_held_for_it(scene: Scene) -> None:
    scene.beings["beast"].held = Held(command("beast", "attack", weapon="fang"), Trigger("is_hit", "lurker"))


@trace
def an_action_held_to_do_to_it(scene: Scene) -> None:
    held = command("beast", "power", power="gust", target="lurker", at=(("lurker", 1),))
    scene.beings["beast"].held = Held(held, Trigger("moves"))


@trace
def a_limit_used_on_it(scene: Scene) -> None:
    scene.beings["beast"].use("mend>lurker", "rest")


@trace
def an_adjustment(scene: Scene) -> None:
    scene.adjustments = (Adjustment("lurker", "luck", 1), Adjustment("tahra", "luck", 1))


@trace
def notes_and_a_rest(scene: Scene) -> None:
    scene.known = (("rope of lurker", 9), ("rope of tahra", 8))
    scene.rest = Rest("long", 8, (("lurker", 2), ("tahra", 2)), (("lurker", "rest_maps"),))


@pytest.mark.parametrize("name", TRACES)
def test_no_bookkeeping_tells_of_somebody_unseen(name: str) -> None:
    scene = den(lurker=HIDDEN)
    TRACES[name](scene)
    before = encode(scene)
    assert b"lurker" not in encode(BLUEBOX.view(scene, "party"))
    assert encode(scene) == before
    assert BLUEBOX.view(scene, "foes") is scene


def test_what_others_bring_about_stays_in_the_view() -> None:
    scene = den(lurker=HIDDEN)
    for set_up in TRACES.values():
        set_up(scene)
    shown = BLUEBOX.view(scene, "party")
    tahra = shown.beings["tahra"]
    assert tahra.walked == (("beast", 1),)
    assert {"Poisoned", "Dazed"} <= tahra.states
    assert tahra.condition("Dazed") == Condition("Dazed", "beast", Until("start of turn"))
    assert shown.areas == (Area(((3, 3),)),)
    assert shown.adjustments == (Adjustment("tahra", "luck", 1),)
    assert shown.known == (("rope of tahra", 8),)


SHEETS = st.fixed_dictionaries(
    {
        "at": st.tuples(st.integers(0, 6), st.integers(0, 6)).filter(lambda at: at not in ((0, 0), (2, 0))).map(list),
        "hp": st.integers(1, 20),
        "size": st.sampled_from(["Small", "Medium"]),
        "speed": st.integers(0, 9),
        "stats": st.fixed_dictionaries({"FOR": st.integers(-1, 4), "DEX": st.integers(-1, 4)}),
        "ready": st.sampled_from([[], ["fang"]]),
        "reaction": st.booleans(),
    }
)
WAYS = st.lists(st.tuples(st.integers(0, 6), st.integers(0, 4)), min_size=1, max_size=3).map(tuple)


def what_is_known(scene: Scene, way: Plain) -> list[object]:
    """All that a player of Tahra is told before she moves."""
    shown = BLUEBOX.view(scene, "party")
    tahra = shown.beings["tahra"]
    told: list[object] = [encode(shown), [(o.action.name, o.refusal) for o in BLUEBOX.offers(shown, tahra)]]
    for name in ("move", "quick_step", "attack"):
        told.append(list(BLUEBOX.choices(shown, tahra, BLUEBOX.actions[name])))
    for wanted in (command("tahra", "move", to=way), command("tahra", "attack", target="beast")):
        refusal = BLUEBOX.refusal(shown, wanted)
        assert BLUEBOX.refusal(scene, wanted) == refusal, "what the view allows is refused in truth"
        told.append(refusal or odds(shown, wanted, SimplePolicy(), 500).to_plain())
    return told


@settings(max_examples=25, deadline=None)
@given(SHEETS, SHEETS, WAYS, st.sampled_from(sorted(TRACES)))
def test_nothing_about_somebody_unseen_makes_a_difference(
    one: dict[str, Any], other: dict[str, Any], way: Plain, name: str
) -> None:
    told = []
    for lurker in (one, other):
        scene = den(lurker={"weapons": ["fang"], **HIDDEN, **lurker})
        TRACES[name](scene)
        told.append(what_is_known(scene, way))
    assert told[0] == told[1]


def test_the_way_to_a_far_hex_is_the_same_wherever_somebody_lurks() -> None:
    for at in ([0, 1], [1, 1], [0, 3], [3, 3]):
        scene = den(lurker={**HIDDEN, "at": at})
        shown = BLUEBOX.view(scene, "party")
        far = (0, 4)
        assert whole_path(scene, scene.beings["tahra"], (far,)) == whole_path(shown, shown.beings["tahra"], (far,))
        assert BLUEBOX.refusal(scene, command("tahra", "move", to=(far,))) is None


@pytest.mark.rule("bb.action.hide")
def test_somebody_unseen_who_watches_keeps_nobody_from_hiding_and_is_not_fooled() -> None:
    scene = den(lurker=HIDDEN, beast={"conditions": ["Blinded"]})
    shown = BLUEBOX.view(scene, "party")
    hide = command("tahra", "hide")
    assert BLUEBOX.refusal(scene, hide) is BLUEBOX.refusal(shown, hide) is None
    after: Any = Scripted([], []).perform(scene, hide)
    tahra = after.beings["tahra"]
    assert hidden_from(tahra, after.beings["beast"])
    assert not hidden_from(tahra, after.beings["lurker"])
    assert b"lurker" not in encode(BLUEBOX.view(after, "party"))


def test_whoever_waits_for_somebody_unseen_to_escalate_is_told_only_that_it_must_wait() -> None:
    """The party hides, and has its escalated actions in the beast's turn."""
    scene = den()
    tahra = scene.beings["tahra"]
    tahra.seen = False
    tahra.set_conditions(Condition("Hidden"), Condition("Escalated"))
    scene.escalating = True
    scene.turns = scene.turns.begin("beast")
    shown = BLUEBOX.view(scene, "foes")
    assert BLUEBOX.to_act(shown) == ""
    end = command("beast", "end_turn")
    assert BLUEBOX.refusal(scene, end) == BLUEBOX.refusal(shown, end)
    assert BLUEBOX.refusal(scene, end) == Refusal("it is not Beast's turn", "bb.ap.points")


def test_who_stands_off_the_map_is_offered_no_rampart_beside_them() -> None:
    scene = den()
    tahra = scene.beings["tahra"]
    tahra.at = (99, 99)
    rampart = scene.library.shelves["power"].get("earthen_rampart")
    assert list(targets_of(scene, tahra, rampart)) == []
