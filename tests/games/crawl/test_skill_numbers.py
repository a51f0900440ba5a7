"""The page of The Crawl lists the numbers of every starter aspect that is used."""

from __future__ import annotations

from typing import Any

from ludex.core.files.scenefile import scene_from
from ludex.games.crawl.book.characters.skills import Skill, skill_of
from ludex.games.crawl.game import CRAWL
from tests.pages import PAGES

NONE = "–"
SHORT = {"strength": "STR", "mobility": "MOB", "intelligence": "INT"}


def numbers(skill: Skill) -> tuple[str, ...]:
    """The row of a skill: difficulty, EP, what it is rolled with, range and area, dice, how long it lasts."""
    rolled = [SHORT.get(name, name) for name in skill.entry.inherits]
    if skill.use.as_aspect:
        rolled = [f"as {skill.use.as_aspect.replace('_', ' ')}"]
    reach = f"{skill.range} + {skill.reach}" if skill.reach else skill.range
    where = "weapon" if skill.use.range == "weapon" else reach.replace("_", " ")
    area = f"{skill.area} {skill.length}" if skill.length else skill.area
    dice = [f"{each.count}d{each.sides} {each.type}" for each in skill.dice]
    dice += [f"heals {skill.heals.count}d{skill.heals.sides}"] if skill.heals is not None else []
    lasts = f"{skill.turns} turns" if skill.turns > 1 else "1 turn" if skill.turns else ""
    return (
        f"`{skill.aspect}`", skill.use.when.replace("_", " "), str(skill.difficulty or NONE), str(skill.ep),
        ", ".join(rolled) or NONE, ", ".join(filter(None, (where, area))) or NONE, ", ".join(dice) or NONE,
        lasts or (f"{skill.minutes} min" if skill.minutes else NONE),
    )  # fmt: skip


def test_the_page_lists_the_numbers_of_every_skill() -> None:
    used = [entry.id for entry in CRAWL.library().all("aspect") if entry.use is not None]
    scene: Any = scene_from({"game": "crawl", "beings": {"ann": {"aspects": used}}}, "test").scene
    wanted = [numbers(skill_of(scene, scene.beings["ann"], name)) for name in used]
    listed = next(page for page in PAGES if page.name == "crawl").rows("### The numbers of skills")
    assert listed == wanted, "\n".join(f"| {' | '.join(row)} |" for row in wanted)
