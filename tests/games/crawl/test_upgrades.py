"""Upgrading an aspect that somebody has more than once, for different choices: each is upgraded by itself."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ludex.core.files.scenefile import scene_from
from ludex.games.crawl.game import CRAWL
from ludex.games.crawl.records.price_list import Damage


def test_each_of_two_proficiencies_is_upgraded_from_what_it_is_itself() -> None:
    great = {"aspect": "weapon_proficiency", "choice": "long_sword", "changed": [[1, 4]]}
    plain = {"aspect": "weapon_proficiency", "choice": "dagger"}
    beings = {"ann": {"ap": 1, "aspects": [great, plain]}}
    scene: Any = scene_from({"game": "crawl", "mode": "downtime", "beings": beings}, "test").scene
    every = CRAWL.choices(scene, scene.beings["ann"], CRAWL.actions["upgrade"], ("weapon_proficiency",))
    affordable = [dict(command.args) for command, refusal in every if refusal is None]
    assert [(each["choice"], each["worth"]) for each in affordable] == [("dagger", 2)]


def test_the_ladder_of_dice_is_printed_as_it_is_climbed() -> None:
    ladder = ", ".join(map(str, Damage(dice=1, sides=4).ladder()))
    assert ladder in CRAWL.rulebook.rules["tc.aspect.upgrade"].ruling
    assert ladder in (Path(__file__).parents[3] / "docs/games/crawl.md").read_text(encoding="utf-8")
