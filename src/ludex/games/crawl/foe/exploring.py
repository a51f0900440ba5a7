"""The simple policy outside fights: whoever is best at it talks to those who can be won over, and works on locks while
nobody is won over; the party is done when nothing is left of either, or it takes too long."""

from __future__ import annotations

from collections.abc import Iterator

from ludex.core.foe.deciding import Idea
from ludex.core.kernel.agenda import command
from ludex.games.crawl.book.characters.skills import Skill, skills
from ludex.games.crawl.book.dice import total_of
from ludex.games.crawl.book.map.ground import AT_WILL, ground_for
from ludex.games.crawl.book.skills.modifiers import has, skill_modifiers
from ludex.games.crawl.book.skills.persuasion import disposition
from ludex.games.crawl.book.skills.tasks import WHEN, titled, tries_of
from ludex.games.crawl.book.turns.leading import active_party
from ludex.games.crawl.foe.places import taken_by_others
from ludex.games.crawl.foe.talking import words_for
from ludex.games.crawl.foe.worth import chance
from ludex.games.crawl.records.effects import Disable
from ludex.games.crawl.state import Being, Door, Scene

MOST_WORDS = 6.0  # attempts: each takes twice as long as the one before
HOPELESS = 0.15  # a lock that nobody works on
PATIENCE, ALL_DAY = 16, 8 * 60  # minutes that the next try at words, or at a lock, may take


def in_peace(scene: Scene, being: Being) -> Iterator[Idea]:
    """What whoever leads the party does, or lets somebody do who is better at it."""
    if any([won_over(enemy) for enemy in scene.enemies(being)]):
        return
    yield from talking(scene, being)
    for door in scene.doors:
        if door.lock and not door.open:
            yield from unlocking(scene, being, door)


def takes(scene: Scene, member: Being, task: str) -> int:
    """tc.skill.retry: how many minutes the next try takes, where one was made."""
    return dict(scene.tries).get(tries_of(member, task), 0)


def won_over(enemy: Being) -> bool:
    return any([towards >= enemy.agrees_at for _, towards in enemy.disposition])


def lets(being: Being, other: Being, why: str) -> Idea:
    return Idea(2.0, command(being.id, "let_act", to=other.id), why, (other.id,))


def talking(scene: Scene, being: Being) -> Iterator[Idea]:
    """tc.persuade: by whoever needs the fewest words for somebody."""
    found = [
        (tries, member.id != being.id, member.id, enemy.id)
        for member in active_party(scene)
        for enemy in scene.enemies(member)
        if disposition(scene, enemy, member) > 0 and takes(scene, member, f"persuade:{enemy.id}") < PATIENCE
        for tries in words_for(scene, member, [enemy]).values()
        if tries < MOST_WORDS
    ]
    if found:
        tries, _, name, target = min(found)
        if name == being.id:
            yield Idea(
                3.0, command(name, "persuade", target=target), "Words for {}: about {:.0f} will do", (target, tries)
            )
        else:
            yield lets(being, scene.beings[name], "{} has a way with them.")


# ---------------------------------------------------------------- locks


def opens(scene: Scene, member: Being) -> Skill | None:
    """The best that they have learned for it."""
    ways = [skill for skill in skills(scene, member, *WHEN) if has(skill, Disable)]
    return max(ways, key=lambda skill: total_of(skill_modifiers(scene, member, skill)), default=None)


def unlocking(scene: Scene, being: Being, door: Door) -> Iterator[Idea]:
    found = []
    for member in active_party(scene):
        skill = opens(scene, member)
        if skill is not None and takes(scene, member, titled(skill.id, door.at)) < ALL_DAY:
            likely = chance(total_of(skill_modifiers(scene, member, skill)), door.lock)
            found.append((-likely, member.id != being.id, member.id, skill.id))
    if not found or -min(found)[0] < HOPELESS:
        return
    likely, _, name, way = min(found)
    if name != being.id:
        yield lets(being, scene.beings[name], "{} knows about locks.")
        return
    yield Idea(2.0, command(name, "try_task", skill=way, task=door.at), "The {} is in the way", (door.name,), -likely)
    ground = ground_for(scene, being)
    costs, taken = ground.reach(AT_WILL), taken_by_others(scene, being)
    beside = [cell for cell in costs if scene.board.distance(cell, door.at) == 1 and cell not in taken]
    if beside and being.at not in beside:
        there = min(beside, key=lambda cell: (costs[cell], cell))
        given = command(name, "move", to=ground.way(there, costs, AT_WILL))
        yield Idea(2.0, given, "To the {}", (door.name,))
