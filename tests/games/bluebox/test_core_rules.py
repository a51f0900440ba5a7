"""Core rules that a scene file cannot show: what is not offered, what content may not say, which dice there are."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ludex.core.content.content import ContentError
from ludex.core.files.run_script import run_script
from ludex.core.files.scenefile import load_scene, scene_from
from ludex.core.kernel.agenda import command
from ludex.core.referee.scripted import Answer, Scripted, Throw, Unscripted
from ludex.games.bluebox import BLUEBOX

HERE = Path(__file__).parent
CHAPTERS = ("core", "plating", "damage", "health", "stats", "focus")

BLADE = {"id": "blade", "name": "Blade", "class": "melee", "stat": "FOR", "distance": [1, 1]}


def scene_with(**tables: Any) -> Any:
    return scene_from({"game": "bluebox", **tables}, "test").scene


def target_of(**fields: Any) -> Any:
    """A striker beside a target with these fields, on the striker's turn."""
    beings = {"striker": {"at": [0, 0]}, "target": {"side": "foes", "at": [1, 0], **fields}}
    return scene_with(turn="striker", beings=beings, content={"weapon": [BLADE]})


def choose(scene: Any, choice: str, do: str = "unarmed") -> None:
    """Hit with a natural 12 and choose this."""
    referee = Scripted(
        [Throw((12,)), Throw((2,))], [Answer("bb.decisive.hit", "striker", choice)], declines=lambda question: True
    )
    referee.perform(scene, command("striker", do, target="target"))


@pytest.mark.rule("bb.game.dice")
def test_every_die_is_a_d4_d6_d8_or_d12() -> None:
    dice = {
        die
        for chapter in CHAPTERS
        for path in (HERE / chapter).glob("*.toml")
        for report in run_script(load_scene(path))
        for ruling in report.rulings
        if ruling.kind == "roll"
        for die in ruling.values["dice"]  # type: ignore[attr-defined]  # as this ruling has it
    }
    assert dice == {"d4", "d6", "d8", "d12"}


@pytest.mark.parametrize("die", ["d10", "d20"])
def test_content_with_another_die_is_rejected(die: str) -> None:
    power = {
        "id": "odd",
        "name": "Odd",
        "target": {"who": "self"},
        "effects": [{"do": "damage", "damage": {"die": die}}],
    }
    with pytest.raises(ContentError, match="die"):
        scene_with(content={"power": [power]})


@pytest.mark.parametrize(
    ("kind", "entry"),
    [
        ("weapon", {**BLADE, "type": "Frost"}),
        ("enemy", {"id": "x", "name": "X", "hp": 5, "stats": {}, "resist": ["Frost"]}),
    ],
)
def test_content_with_an_unknown_damage_type_is_rejected(kind: str, entry: dict[str, object]) -> None:
    """bb.damage.types is a closed list."""
    with pytest.raises(ContentError, match="Frost"):
        scene_with(content={kind: [entry]})


def test_a_being_with_an_unknown_damage_type_is_rejected() -> None:
    with pytest.raises(ContentError, match="Frost"):
        scene_with(beings={"one": {"resist": ["Frost"]}})


@pytest.mark.rule("bb.decisive.hit")
@pytest.mark.parametrize(
    ("choice", "without", "with_it"),
    [
        ("shatter", {}, {"plating": 3}),
        ("destroy", {}, {"weapons": ["blade"], "ready": ["blade"]}),
        ("unmask", {}, {"mask": "hau"}),
    ],
)
def test_only_what_can_apply_is_offered(choice: str, without: dict[str, Any], with_it: dict[str, Any]) -> None:
    choose(target_of(**with_it), choice)
    with pytest.raises(Unscripted, match="was not offered"):
        choose(target_of(**without), choice)


@pytest.mark.rule("bb.decisive.hit")
def test_an_action_without_damage_offers_no_heavy_strike() -> None:
    with pytest.raises(Unscripted, match="was not offered"):
        choose(target_of(), "heavy_strike", do="shove")


@pytest.mark.rule("bb.decisive.destroy")
@pytest.mark.parametrize(
    "fields",
    [
        {"weapons": ["claws"], "ready": ["claws"]},
        {"weapons": ["wind_staff"], "ready": ["wind_staff"]},
        {"weapons": ["blade"], "ready": ["blade"], "damaged": ["blade"]},
        {"weapons": ["blade"], "ready": []},
    ],
    ids=["part of the body", "Protosteel", "damaged already", "not in hand"],
)
def test_a_weapon_that_cannot_be_chosen_for_destroy(fields: dict[str, Any]) -> None:
    whole = target_of(weapons=["blade"], ready=["blade"])
    choose(whole, "destroy")
    with pytest.raises(Unscripted, match="was not offered"):
        choose(target_of(**fields), "destroy")


@pytest.mark.rule("bb.decisive.unmask")
def test_a_mask_lands_beside_a_large_body_not_in_it() -> None:
    scene = target_of(size="Large", mask="hau")
    referee = Scripted(
        [Throw((12,)), Throw((2,))],
        [Answer("bb.decisive.hit", "", "unmask"), Answer("bb.decisive.unmask", "", (2, 0))],
        declines=lambda question: True,
    )
    with pytest.raises(Unscripted, match="was not offered"):
        referee.perform(scene, command("striker", "unarmed", target="target"))


@pytest.mark.rule("bb.crit.show")
@pytest.mark.parametrize("hidden", [False, True])
def test_players_see_the_critical_areas_of_enemies_unless_the_table_hides_them(hidden: bool) -> None:
    scene = scene_with(options={"opt_hide_critical_areas": hidden}, beings={"tahra": {}, "ash_bear": {}})
    seen = BLUEBOX.view(scene, "party")
    from ludex.games.bluebox.book.attacks.weapons import attack_with

    assert attack_with(scene, scene.beings["ash_bear"], "claws").critical == (1,)
    assert attack_with(seen, seen.beings["ash_bear"], "claws").critical == (() if hidden else (1,))
    assert attack_with(seen, seen.beings["tahra"], "cinder_hook").critical == (2,)
