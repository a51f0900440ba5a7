"""Upgrading an aspect that somebody has more than once, for different choices: each is upgraded by itself."""

from __future__ import annotations

from typing import Any

from ludex.core.files.scenefile import scene_from
from ludex.games.crawl.game import CRAWL


def test_each_of_two_proficiencies_is_upgraded_from_what_it_is_itself() -> None:
    great = {"aspect": "weapon_proficiency", "choice": "long_sword", "changed": [[1, 4]]}
    plain = {"aspect": "weapon_proficiency", "choice": "dagger"}
    beings = {"ann": {"ap": 1, "aspects": [great, plain]}}
    scene: Any = scene_from({"game": "crawl", "mode": "downtime", "beings": beings}, "test").scene
    every = CRAWL.choices(scene, scene.beings["ann"], CRAWL.actions["upgrade"], ("weapon_proficiency",))
    affordable = [dict(command.args) for command, refusal in every if refusal is None]
    assert [(each["choice"], each["worth"]) for each in affordable] == [("dagger", 2)]
