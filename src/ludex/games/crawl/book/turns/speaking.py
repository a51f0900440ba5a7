"""Speaking in a fight: who hears it, and what it costs whoever is stunned."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ludex.core.kernel.action import Arg
from ludex.core.kernel.agenda import step
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import BadInput, Refusal
from ludex.games.crawl.book.characters.skills import PERCEPTION, critical_from, skill_of
from ludex.games.crawl.book.conditions import counts
from ludex.games.crawl.book.dice import FAILURE, against
from ludex.games.crawl.book.energy import FIGHT, action, pay_ep, refuse_ep
from ludex.games.crawl.book.map.ranges import BEYOND, HEARD, HEARING, range_class
from ludex.games.crawl.book.skills.perception import perception_modifiers
from ludex.games.crawl.records.parts import RANGES
from ludex.games.crawl.state import Being, Scene

SAID = "speak"


class Breath:
    """tc.stunned: nothing, but 1 EP for who is stunned."""

    def refusal(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> Refusal | None:
        return refuse_ep(scene, actor, 1, "tc.stunned") if counts(actor, "Stunned") else None

    def pay(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> None:
        if counts(actor, "Stunned"):
            pay_ep(scene, actor, 1, "tc.stunned")


def others(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    return [other.id for other in scene.beings.values() if other is not actor and other.here]


def may_speak(scene: Scene, actor: Being) -> Refusal | None:
    """tc.turn.duration: a short sentence and its reply fit into a turn."""
    return Refusal(f"{actor.name} has said what fits into a turn", "tc.turn.duration") if actor.has_used(SAID) else None


def fits_speak(scene: Scene, actor: Being, to: Being) -> Refusal | None:
    if to is actor:
        raise BadInput("speak: expected somebody else")
    return None if to.here else Refusal(f"{to.name} is not here", "tc.speak")


@action("speak", rule="tc.speak", cost=Breath(), args=(Arg("to", others),), may=may_speak, fits=fits_speak,
        modes=(FIGHT,), tags=("idle",))  # fmt: skip
async def speak(scene: Scene, actor: Being, to: Being) -> None:
    """A short sentence. Everybody within medium range hears it; who is addressed further away may make it out."""
    actor.use(SAID, "round")
    awake = [other for other in scene.beings.values() if other is not actor and other.here and not other.senseless]
    heard = [other.id for other in awake if scene.distance(actor, other) <= HEARING]
    scene.record("speaks", "tc.speak", who=actor.id, to=to.id, heard=tuple(heard))
    if to in awake and to.id not in heard:
        scene.next(makes_out(to, actor))


@step("tc.speak")
async def makes_out(scene: Scene, listener: Being, speaker: Being) -> None:
    """A perception check: 10, and 5 for each range class beyond medium."""
    if listener.senseless or not listener.here:
        return
    there = range_class(scene.distance(listener, speaker))
    classes = (*RANGES, BEYOND)
    difficulty = 10 + 5 * (classes.index(there) - classes.index(HEARD))
    listens = skill_of(scene, listener, PERCEPTION)
    result = await against(
        scene, listener, perception_modifiers(scene, listener, listens), difficulty, rule="tc.speak", what=PERCEPTION,
        critical=critical_from(scene, listener, listens),
    )  # fmt: skip
    scene.record("makes_out", "tc.speak", who=listener.id, speaker=speaker.id, heard=result != FAILURE)
