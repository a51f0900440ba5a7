"""Persuasion: presence against intuition, and the disposition that it moves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ludex.core.kernel.action import Arg
from ludex.core.kernel.agenda import step
from ludex.core.kernel.dice import Faces
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import roll
from ludex.core.kernel.ruling import Modifier, Refusal
from ludex.games.crawl.book.characters.aspects import lasting, standing
from ludex.games.crawl.book.conditions import afflict, counts
from ludex.games.crawl.book.dice import D20, by_the_gm, check_modifiers, shifted, throw, total_of
from ludex.games.crawl.book.energy import FIGHT, action, pay_ep, refuse_ep
from ludex.games.crawl.book.map.ranges import HEARING
from ludex.games.crawl.book.map.sight import knows
from ludex.games.crawl.book.movement.grabbing import let_go
from ludex.games.crawl.book.skills.tasks import time_of_try, tried_again
from ludex.games.crawl.records.price_list import PresenceModifier
from ludex.games.crawl.state import Being, Scene

RULE = "tc.persuade"
MOST = 50  # tc.demeanor
HOSTILE, UNFRIENDLY, NEUTRAL, FRIENDLY = "hostile", "unfriendly", "neutral", "friendly"
MINUTES = 1  # tc.skill.retry: of a first attempt out of a fight
BANDS = ((40, FRIENDLY), (20, NEUTRAL), (1, UNFRIENDLY))

# ---------------------------------------------------------------- disposition


def disposition(scene: Scene, being: Being, towards: Being) -> int:
    """tc.demeanor: from 0 to 50; towards strangers what the table has agreed on."""
    strangers = scene.options["opt_start_disposition"]
    assert isinstance(strangers, int)
    return being.towards(towards.id, strangers)


def demeanor(value: int) -> str:
    return next((name for least, name in BANDS if value >= least), HOSTILE)


def bears_ill(being: Being) -> bool:
    """Is there nobody whom they are known to be at least neutral towards?"""
    return all([demeanor(value) in (HOSTILE, UNFRIENDLY) for _, value in being.disposition])


def dispose(scene: Scene, being: Being, towards: Being, value: int) -> None:
    """From now on they are so disposed towards that one, within the scale."""
    others = [pair for pair in being.disposition if pair[0] != towards.id]
    now = max(0, min(MOST, value))
    being.disposition = tuple(sorted([*others, (towards.id, now)]))
    scene.record("disposition", "tc.demeanor", who=being.id, towards=towards.id, value=now, demeanor=demeanor(now))


# ---------------------------------------------------------------- the checks


def presence_modifiers(scene: Scene, being: Being) -> list[Modifier]:
    """Intelligence, and what aspects, items and lasting skills add to presence."""
    found = [*check_modifiers(scene, being, "intelligence"), *shifted(scene, being, "presence")]
    own = standing(scene, being).presence
    if own:
        found.append(Modifier(own, "presence", RULE))
    for _, entry, parts, _ in lasting(scene, being):
        found += [Modifier(part.value, entry.name, RULE) for part in parts if isinstance(part, PresenceModifier)]
    return found


def intuition_modifiers(scene: Scene, being: Being) -> list[Modifier]:
    """Intelligence, and concentration modifiers that name intuition."""
    return [*check_modifiers(scene, being, "intelligence"), *shifted(scene, being, "intuition")]


# ---------------------------------------------------------------- persuading


@dataclass(frozen=True, slots=True)
class Swayed:
    """By how much presence exceeds intuition, as far as that matters (`most`), and the total, which is only told."""

    bonus: int
    presence: int
    most: int

    def total(self, faces: Faces) -> int:
        return faces[0] + self.bonus

    def __call__(self, faces: Faces) -> tuple[int, int]:
        total = self.total(faces)
        return max(0, min(self.most, self.presence - total)), total


def untold(swayed: tuple[int, int]) -> tuple[int, int]:
    return swayed[0], 0


class Words:
    """tc.skill.ep_cost: no cost is listed, so in a fight the usual one; and 1 EP more for who is stunned."""

    def points(self, scene: Scene, actor: Being) -> int:
        usual = scene.options["opt_unlisted_skill_cost"]
        assert isinstance(usual, int)
        return usual + (1 if counts(actor, "Stunned") else 0)

    def refusal(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> Refusal | None:
        return refuse_ep(scene, actor, self.points(scene, actor), "tc.skill.ep_cost")

    def pay(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> None:
        pay_ep(scene, actor, self.points(scene, actor), "tc.skill.ep_cost")


def who_listens(scene: Scene, actor: Being, *chosen: Plain) -> list[Plain]:
    """Strangers first, then those of the own side."""
    others = sorted(scene.beings.values(), key=lambda other: other.side == actor.side)
    return [other.id for other in others if fits_persuade(scene, actor, other) is None]


def may_persuade(scene: Scene, actor: Being) -> Refusal | None:
    return None if who_listens(scene, actor) else Refusal("nobody is there to be persuaded", RULE)


def fits_persuade(scene: Scene, actor: Being, target: Being) -> Refusal | None:
    if target is actor or not target.here or target.senseless:
        return Refusal(f"{target.name} cannot be persuaded", RULE)
    if not knows(scene, actor, target):
        return Refusal(f"{actor.name} does not know where {target.name} is", RULE)
    if target.side == actor.side and (scene.mode == FIGHT or target.pc):
        return Refusal(f"{target.name} is on the same side", RULE)
    if scene.distance(actor, target) > HEARING:
        return Refusal(f"{target.name} is out of hearing", "tc.speak")
    return None


@action(
    "persuade", rule=RULE, cost=Words(), args=(Arg("target", who_listens),), may=may_persuade, fits=fits_persuade,
    tags=("talk",),
)  # fmt: skip
async def persuade(scene: Scene, actor: Being, target: Being) -> None:
    """A presence check, opposed by the target's intuition. Out of a fight it takes time, and each further attempt on
    the same one twice as long as the one before, as with other tries."""
    if scene.mode != FIGHT:
        task = f"persuade:{target.id}"
        time_of_try(scene, actor, task, MINUTES)
        tried_again(scene, actor, task, MINUTES, done=False)
    about = {"target": target.id, "what": "presence"}
    presence = await throw(scene, actor, presence_modifiers(scene, actor), rule=RULE, about=about)
    scene.next(intuit(target, actor, presence))


@step("tc.opposed")
async def intuit(scene: Scene, target: Being, actor: Being, presence: int) -> None:
    """What the persuader wins by is added to the disposition; a loss changes nothing."""
    if target.senseless or not target.here:
        return
    modifiers = intuition_modifiers(scene, target)
    by_the_gm(scene, target, RULE, modifiers)
    now = disposition(scene, target, actor)
    reading = Swayed(total_of(modifiers), presence, MOST - now)
    about: dict[str, Plain] = {"target": actor.id, "what": "intuition"}
    won, intuition = await roll(D20, reading, by=target.id, rule=RULE, modifiers=modifiers, about=about, alike=untold)
    margin = max(0, presence - intuition)
    scene.record("persuades", RULE, who=actor.id, target=target.id, presence=presence, intuition=intuition, won=margin)
    if won:
        dispose(scene, target, actor, now + won)
        agree(scene, target, actor)


def agree(scene: Scene, target: Being, actor: Being) -> None:
    """Where the disposition reaches the threshold the target does what is asked: an enemy in a fight gives it up. What
    a player's character does is for the player to say."""
    if disposition(scene, target, actor) < target.agrees_at:
        return
    scene.record("agrees", RULE, who=target.id, to=actor.id)
    if scene.mode == FIGHT and not target.pc:
        let_go(scene, target, RULE)
        afflict(scene, target, "Pacified", source=actor.id)
        scene.maybe_over = True
