"""What a seat may know: an enemy in disguise is what it looks like, until somebody has analysed it."""

from __future__ import annotations

from typing import Any

import pytest

from ludex.core.files.codec import encode
from ludex.core.files.run_script import run_script
from ludex.core.files.scenefile import scene_from
from ludex.core.kernel.agenda import Command, command
from ludex.core.show.odds import odds
from ludex.games.cloudbreaker import CLOUDBREAKER
from ludex.games.cloudbreaker.foe.policy import SimplePolicy
from ludex.games.cloudbreaker.show.sheet import sheet
from ludex.games.cloudbreaker.state import Scene

WIDOW = {  # looks like the pilgrim, and is something else
    "id": "grey_widow",
    "name": "Grey Widow",
    "rank": "Captain",
    "creature_type": "Undead",
    "disguised": True,
    "looks_like": "Tired pilgrim",
    "turn_speed": 6,
    "mp": 20,
    "targets": [{"defense": 12, "hp": 22}],
    "attacks": [{"use": "pilgrims_crook", "to_hit": 4}, {"use": "smother", "to_hit": 4}],
    "maneuvers": {"disarm": 4},
    "masteries": ["deceive"],
    "resist": ["radiant"],
    "features": ["stone_hide"],
    "falter": [{"when": "hp_at_most_half"}],
    "neutralise": [{"method": "appeal", "nd": 4, "nd_faltering": 3}],
    "analyse": [{"method": "information", "difficulty": 4}],
}
TRIES = [
    command("ione", "neutralise", enemy="stranger", method=method)
    for method in ("appeal", "reason", "thaumaturgist_kit", "mechanics_kit")
] + [command("ione", "analyse", enemy="stranger", method=method) for method in ("information", "detect", "soul_arm")]
BLOWS = [
    command("ione", "cast", spell="lance_of_dawn", target="stranger"),
    command("ione", "cast", spell="hush", target="stranger"),
    command("ione", "trip", target="stranger"),
]


def road(script: list[dict[str, Any]] | None = None, *, kind: str = "hollow_pilgrim", **stranger: Any) -> Any:
    """Ione and Pip on the road, with a stranger and somebody who hides nothing."""
    tables: dict[str, Any] = {
        "game": "cloudbreaker",
        "turn": "ione",
        "board": {"width": 2},
        "content": {"enemy": [WIDOW]},
        "beings": {
            "ione": {"at": "z0_0", "spirit": 2},
            "pip": {"at": "z0_0", "number": 5},
            "stranger": {"from": kind, "at": "z0_0", "turn_speed": 0, **stranger},
            "cutthroat": {"from": "cloud_cutthroat", "at": "z1_0", "turn_speed": 1},
        },
        "script": script or [],
    }
    return scene_from(tables, "test")


def there(**stranger: Any) -> Scene:
    scene: Scene = road(**stranger).scene
    return scene


def told(script: list[dict[str, Any]], **stranger: Any) -> tuple[Scene, list[str]]:
    """The scene after a script, and what the party reads of it."""
    reports = run_script(road(script, **stranger))
    assert not [fault for report in reports for fault in report.faults]
    lines = []
    for report in reports:
        assert isinstance(report.scene, Scene)
        shown = CLOUDBREAKER.view(report.scene, "party")
        lines += [CLOUDBREAKER.sentence(shown, ruling) for ruling in report.rulings]
    last = reports[-1].scene
    assert isinstance(last, Scene)
    return last, lines


# ---------------------------------------------------------------- the view


@pytest.mark.rule("cb.neutral.open_book")
def test_players_see_what_it_looks_like_and_not_what_it_is() -> None:
    scene = there()
    for seat in ("party", "ione", "pip"):
        shown = CLOUDBREAKER.view(scene, seat)
        stranger = shown.beings["stranger"]
        assert stranger.name == "Tired pilgrim"
        assert (stranger.sheet.kind, stranger.sheet.creature_type) == ("unknown", "")
        hidden = (stranger.sheet.neutralise, stranger.sheet.analyse, stranger.sheet.falter, stranger.sheet.vulnerable)
        assert hidden == ((), (), (), ())
        assert stranger.hp == 22
        assert b"ollow" not in encode(shown)
        assert b"Fiend" not in encode(shown)
    assert scene.beings["stranger"].name == "Hollow Pilgrim"


def test_the_game_master_and_the_enemies_see_the_truth() -> None:
    scene = there()
    for seat in ("gm", "foes", "stranger", "cutthroat"):
        assert CLOUDBREAKER.view(scene, seat) is scene


@pytest.mark.rule("cb.neutral.open_book")
def test_who_is_not_in_disguise_is_an_open_book() -> None:
    scene = there(disguised=False)
    assert CLOUDBREAKER.view(scene, "party") is scene
    known = [method.method for method in CLOUDBREAKER.view(there(), "party").beings["cutthroat"].sheet.neutralise]
    assert known == ["reason", "deceive", "intimidate"]


def test_several_who_look_alike_are_numbered() -> None:
    scene = there()
    scene.beings["cutthroat"].sheet = scene.beings["stranger"].sheet
    scene.beings["cutthroat"].disguised = True
    shown = CLOUDBREAKER.view(scene, "party")
    assert [shown.beings[name].name for name in ("stranger", "cutthroat")] == ["Tired pilgrim 1", "Tired pilgrim 2"]


def test_the_sheet_tells_players_to_analyse_it() -> None:
    shown = CLOUDBREAKER.view(there(), "party")
    read = str(sheet(shown, shown.beings["stranger"]))
    assert "analyse them to find out" in read
    assert "Thaumaturgist" not in read
    assert "radiant" not in read
    truth = there()
    assert "Thaumaturgist" in str(sheet(truth, truth.beings["stranger"]))


# ---------------------------------------------------------------- legal actions and odds


def offered(scene: Scene, action: str) -> list[tuple[Command, Any]]:
    shown = CLOUDBREAKER.view(scene, "party")
    found = CLOUDBREAKER.choices(shown, shown.beings["ione"], CLOUDBREAKER.actions[action])
    return [(tried, refusal) for tried, refusal in found if dict(tried.args).get("enemy") == "stranger"]


@pytest.mark.rule("cb.neutral.open_book")
def test_every_method_can_be_tried_on_a_stranger() -> None:
    tried = [dict(one.args)["method"] for one, refusal in offered(there(), "neutralise") if refusal is None]
    skills = [*CLOUDBREAKER.library().shelves["skill"].entries]
    assert tried == [*skills, "thaumaturgist_kit"]


@pytest.mark.rule("cb.neutral.open_book")
def test_what_is_under_the_hood_makes_no_difference_to_what_players_are_told() -> None:
    worlds = [there(), there(kind="grey_widow")]
    views = [CLOUDBREAKER.view(scene, "party") for scene in worlds]
    assert encode(views[0]) == encode(views[1])
    for action in ("neutralise", "analyse", "attack", "cast", "trip", "grapple"):
        assert offered(worlds[0], action) == offered(worlds[1], action)
    for tried in TRIES + BLOWS:
        in_view, other = (CLOUDBREAKER.refusal(shown, tried) for shown in views)
        assert in_view == other
        for scene in worlds:
            refusal = CLOUDBREAKER.refusal(scene, tried)
            assert (refusal is None) == (in_view is None), f"{tried} tells what the stranger is"
        if in_view is None:
            one, two = (odds(shown, tried, SimplePolicy(), 400).to_plain() for shown in views)
            assert one == two


def test_the_odds_of_a_try_tell_no_difficulty() -> None:
    shown = CLOUDBREAKER.view(there(), "party")
    found = odds(shown, TRIES[2], SimplePolicy(), 400)
    assert found.rolled == "d6+d6"
    assert found.against is None
    assert CLOUDBREAKER.face().chances(shown, found) == []


def test_refusals_name_the_stranger_as_it_looks() -> None:
    scene = there()
    scene.beings["stranger"].at = "z1_0"
    shown = CLOUDBREAKER.view(scene, "party")
    refusal = CLOUDBREAKER.refusal(shown, TRIES[2])
    assert refusal is not None
    assert (refusal.rule, refusal.reason) == ("cb.neutral.distance", "Tired pilgrim is not in the same zone")
    deaf = there(conditions=["Deafened"])
    refusal = CLOUDBREAKER.refusal(CLOUDBREAKER.view(deaf, "party"), TRIES[0])
    assert refusal is not None
    assert refusal.rule == "cb.neutral.silenced"
    assert "ollow" not in refusal.reason


# ---------------------------------------------------------------- the log


def attempt(action: str, method: str, dice: list[int], **answers: Any) -> dict[str, Any]:
    step = {"actor": "ione", "do": action, "with": {"enemy": "stranger", "method": method}, "dice": dice}
    return {**step, "answers": {f"cb.{name.replace('__', '.')}": answer for name, answer in answers.items()}}


@pytest.mark.rule("cb.neutral.open_book", "cb.neutral.roll")
def test_the_log_of_a_failed_try_tells_neither_name_nor_number() -> None:
    """Whether the method was wrong or the roll too low, players read the same."""
    read = []
    for method in ("appeal", "reason"):  # it does not yield to one, and has 18 against the other
        _, lines = told([attempt("neutralise", method, [6, 5], burst__retry=False)])
        read.append([line.replace(method.capitalize(), "…") for line in lines])
    assert read[0] == read[1]
    words = " ".join(read[0])
    assert "Tired pilgrim" in words
    assert "ollow" not in words
    assert "against" not in words


@pytest.mark.rule("cb.analyse.roll")
def test_the_log_of_an_analysis_in_vain_does_not_tell_why() -> None:
    read = []
    for kind in ("hollow_pilgrim", "grey_widow"):  # Detect 11 of the one, and nothing by Detect of the other
        _, lines = told([attempt("analyse", "detect", [5, 5], burst__retry=False)], kind=kind)
        read.append(lines)
    assert read[0] == read[1]
    assert not [line for line in read[0] if "ollow" in line or "11" in line]


def test_the_question_for_a_retry_does_not_tell_the_number() -> None:
    for kind in ("hollow_pilgrim", "grey_widow"):
        script = [{**attempt("analyse", "detect", [5, 5], burst__retry=False), "asked": ["cb.burst.retry@ione"]}]
        _, lines = told(script, kind=kind)
        assert lines


# ---------------------------------------------------------------- uncovered


@pytest.mark.rule("cb.analyse.roll", "cb.analyse.toolkits", "cb.neutral.open_book")
def test_once_it_is_analysed_everything_is_told() -> None:
    scene, lines = told([attempt("analyse", "thaumaturgist_kit", [3, 3])])
    assert CLOUDBREAKER.view(scene, "party") is scene
    assert "Hollow Pilgrim" in lines[-1]
    tried = [dict(one.args)["method"] for one, _ in offered(scene, "neutralise")]
    assert tried == ["thaumaturgist_kit", "reason"]
    refusal = CLOUDBREAKER.refusal(scene, TRIES[0])
    assert refusal is not None
    assert refusal.rule == "cb.neutral.roll"
    assert odds(scene, TRIES[2], SimplePolicy(), 400).to_plain()["roll"]["against"] == 16
    read = str(sheet(scene, scene.beings["stranger"]))
    assert "16, or 10 while they falter" in read


@pytest.mark.rule("cb.analyse.roll")
def test_who_comes_later_and_is_of_the_same_kind_is_known_as_well() -> None:
    reinforce = {"do": "reinforce", "with": {"unit": "hollow_pilgrim", "at": "z1_0", "name": "latecomer"}}
    scene, _ = told([attempt("analyse", "thaumaturgist_kit", [3, 3]), reinforce])
    assert CLOUDBREAKER.view(scene, "party").beings["latecomer"].name == "Hollow Pilgrim"


@pytest.mark.rule("cb.neutral.open_book")
def test_the_game_master_may_tell_what_it_is() -> None:
    scene, lines = told([{"do": "reveal", "with": {"being": "stranger"}}])
    assert CLOUDBREAKER.view(scene, "party") is scene
    assert "Hollow Pilgrim" in lines[-1]
