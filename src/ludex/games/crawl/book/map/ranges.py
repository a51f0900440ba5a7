"""Ranges: the class of a distance, who can be reached, and what a target further out costs."""

from __future__ import annotations

from functools import lru_cache

from ludex.core.kernel.english import count
from ludex.core.kernel.ruling import Modifier, Refusal
from ludex.games.crawl.book.characters.skills import Skill
from ludex.games.crawl.records.parts import RANGES
from ludex.games.crawl.state import Being, Scene

# tc.range.classes: how far each reaches, in cells from the own one; personal differs from close in whom it touches
HEARD = "medium"  # tc.speak: the range class within which one is heard
FURTHEST = {"personal": 0, "close": 0, "melee": 1, "short": 6, "medium": 14, "long": 29, "extreme": 59}
HEARING = FURTHEST[HEARD]
NEAR = ("personal", "close", "melee")  # tc.range.penalty: these cannot be tried beyond
BEYOND = "beyond"
ANYWHERE = 10**6  # cells: farther than anybody is
FAR_BEYOND = 2  # tc.range.beyond_extreme: so much worse than extreme, unless the game master modifies the roll


def range_class(cells: int) -> str:
    """The class of a distance; the own cell is close."""
    return next((name for name in RANGES[1:] if cells <= FURTHEST[name]), BEYOND)


def in_reach(scene: Scene, actor: Being, target: Being, skill: Skill) -> Refusal | None:
    """Why the target is too far away for this skill."""
    return refuse_distance(scene, scene.range(actor, target) - 1, skill, target.name)


def tried_within(scene: Scene, skill: Skill) -> int:
    """tc.range.penalty: up to how far a skill can be tried at all. What is personal, close or melee needs the target
    within its range and reach, unless the table lets it be tried for beyond."""
    if skill.range not in NEAR or scene.options["opt_melee_beyond_range"]:
        return ANYWHERE
    return FURTHEST[skill.range] + skill.reach


def refuse_distance(scene: Scene, cells: int, skill: Skill, what: str = "that") -> Refusal | None:
    """Why a target so far away cannot be tried for."""
    if cells <= tried_within(scene, skill):
        return None
    scene.cite("tc.range.classes")
    away = f"{what} is {count(cells, 'cell')} away"
    return Refusal(f"{away}, out of reach for {skill.name} ({skill.range} range)", "tc.range.penalty")


def classes_out(cells: int, skill: Skill) -> int:
    """By how many classes a distance lies further out than the range of a skill, its reach included."""
    if skill.range not in FURTHEST or cells <= FURTHEST[skill.range] + skill.reach:
        return 0
    return _place(cells) - RANGES.index(skill.range)


@lru_cache(maxsize=1 << 10)
def furthest(skill: Skill, most: int) -> int:
    """The furthest distance, up to so many cells, that lies no more than one class out."""
    return max([cells for cells in range(most + 1) if classes_out(cells, skill) <= 1])


@lru_cache(maxsize=256)
def _place(cells: int) -> int:
    """The place of the class of a distance among all of them."""
    there = range_class(cells)
    return len(RANGES) - 1 + FAR_BEYOND if there == BEYOND else RANGES.index(there)


def range_modifier(scene: Scene, actor: Being, target: Being, skill: Skill) -> list[Modifier]:
    return distance_modifier(scene, scene.range(actor, target) - 1, skill)


def distance_modifier(scene: Scene, cells: int, skill: Skill, further: int = 0) -> list[Modifier]:
    """tc.range.penalty, tc.range.beyond_extreme: -1 for each class further out; `further`: classes that do not count,
    since a throw was lengthened by so many."""
    out = classes_out(cells, skill) - further
    if out <= 0:
        return []
    there = range_class(cells)
    scene.cite("tc.range.classes")
    rule = "tc.range.beyond_extreme" if there == BEYOND else "tc.range.penalty"
    return [Modifier(-out, "beyond extreme range" if there == BEYOND else f"{there} range", rule)]
