"""Whoever has an aspect alike has the same skill, whatever else is theirs; who has it otherwise has another."""

from __future__ import annotations

from typing import Any

from ludex.core.files.scenefile import scene_from
from ludex.games.crawl.book.characters.skills import skill_of, skills
from ludex.games.crawl.game import CRAWL

# An aspect whose words say that it lasts longer than its numbers do
WORDS = next(entry for entry in CRAWL.library().all("aspect") if entry.prose and entry.prose[0][1] == "8 turns")


def scene_of(beings: dict[str, Any], **options: Any) -> Any:
    return scene_from({"game": "crawl", "options": options, "beings": beings}, "test").scene


def test_two_who_have_learned_it_alike_have_the_same_skill() -> None:
    scene = scene_of({
        "ann": {"aspects": ["slash"], "hands": ["long_sword", ""]},
        "ben": {"aspects": ["slash", "stab"], "hands": ["long_sword", "dagger"]},
        "cem": {"hands": ["long_sword", ""]},
    })  # fmt: skip
    ann, ben, cem = [skill_of(scene, being, "slash:long_sword") for being in scene.beings.values()]
    assert ann is ben
    assert ann.learned
    assert not cem.learned


def test_an_upgrade_is_in_the_skill_of_whom_it_is() -> None:
    upgraded = {"aspect": WORDS.id, "changed": [list(WORDS.prose[0])]}
    scene = scene_of({"ann": {"aspects": [upgraded]}, "ben": {"aspects": [WORDS.id]}}, opt_prose_wins=False)
    ann, ben = [skill_of(scene, being, WORDS.id) for being in scene.beings.values()]
    assert (ann.turns, ben.turns) == (8, 4)


def test_the_same_content_is_played_by_other_options_at_another_table() -> None:
    by_words = scene_of({"ann": {}}, opt_prose_wins=True)
    by_numbers = scene_of({"ann": {}}, opt_prose_wins=False)
    by_numbers.library = by_words.library
    one, other = [skill_of(scene, scene.beings["ann"], WORDS.id) for scene in (by_words, by_numbers)]
    assert (one.turns, other.turns) == (8, 4)


def test_what_is_put_away_is_no_weapon_of_a_skill() -> None:
    scene = scene_of({"ann": {"aspects": ["slash"], "hands": ["long_sword", ""]}})
    ann = scene.beings["ann"]
    assert "slash:long_sword" in [skill.id for skill in skills(scene, ann, "action")]
    ann.hands = ("", "dagger")
    listed = [skill.id for skill in skills(scene, ann, "action", unlearned=True)]
    assert "stab:dagger" in listed
    assert "slash:long_sword" not in listed
