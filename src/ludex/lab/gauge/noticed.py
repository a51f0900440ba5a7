"""What somebody could have used in a fight and did not: weapons, powers, items."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from ludex.core.foe.deciding import Policy
from ludex.core.game import Game
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import Interject, Question
from ludex.core.kernel.scene import Scene
from ludex.core.referee.midway import Midway, passed_on
from ludex.core.referee.simulated import Simulated
from ludex.lab.gauge_line import GaugeUnused
from ludex.lab.trial import Fight, Option, Start, Trial, Use, options, scene_of
from ludex.opponents import policies, sides_of

NOTICED_EVERY = 3  # of the decisions of a fight
MOST_NAMED = 40

Offered = dict[tuple[str, Option], str]  # who, and what they could choose, with what that is called


class Noticing:
    """A policy whose choices are noted: what could it have chosen?"""

    checked = False

    def __init__(self, game: Game[Any], policy: Policy, offered: Offered) -> None:
        self.game, self.policy, self.offered = game, policy, offered
        self.decisions = 0

    def choose(self, scene: Any, being: Any) -> Command:
        command = self.policy.choose(scene, being)
        self.decisions += 1
        if self.decisions % NOTICED_EVERY == 1:
            written = msgspec.json.encode(being, enc_hook=str)
            for option in options(self.game, scene, being):
                if (being.id, option) not in self.offered and is_had(self.game, scene, being, written, option):
                    self.offered[being.id, option] = called(self.game, scene, option)
        return command

    def answer(self, scene: Any, question: Question) -> Plain | Interject:
        return self.policy.answer(scene, question)

    def answer_midway(self, scene: Any, question: Question, midway: Midway) -> Plain | Interject:
        return passed_on(self.policy, scene, question, midway)


def is_had(game: Game[Any], scene: Scene[Any], being: Any, written: bytes, option: Option) -> bool:
    """Is it something that stands in the content, and no way to do something? What stands behind all else that is
    offered, such as skills that somebody has not learned, is not theirs; nor is what anybody may do or make, of which
    nothing stands in what is `written` of them."""
    action, named = option
    things, shelves = named.split(":"), scene.library.shelves.values()
    in_content = bool(named) and all(any(thing in shelf.entries for shelf in shelves) for thing in things)
    if not in_content or game.face().aside(scene, being, game.actions[action], named):
        return False
    return all(msgspec.json.encode(thing) in written for thing in things)


def called(game: Game[Any], scene: Scene[Any], option: Option) -> str:
    action = game.actions[option[0]]
    return game.face().value(scene, action.args[0].name, option[1])


def noticed(start: Start, game: Game[Any], seed: int, offered: Offered) -> Fight:
    """The fight of this seed, as it is fought without being looked at; what was on offer in it is noted."""
    scene = scene_of(start)
    trial = Trial(start, game, scene, seed, look=False)
    found = policies(game, sides_of(game, scene), dict(start.policies), seed, own=True)
    trial.referee = Simulated({side: Noticing(game, policy, offered) for side, policy in found.items()}, seed)
    return trial.fight(scene)


def unused(scene: Scene[Any], offered: Offered, uses: Iterable[Use]) -> list[GaugeUnused]:
    """What was on offer and nobody of that name has ever chosen."""
    names = {who: being.name for who, being in scene.beings.items()}
    used = {(kind_of(scene, who), thing) for who, _, things in uses for thing in things.split(":")}
    found: dict[tuple[str, str], GaugeUnused] = {}
    for (who, (_, thing)), words in offered.items():
        kind = kind_of(scene, who)
        if who in names and not any((kind, part) in used for part in thing.split(":")):
            found.setdefault((kind, thing), GaugeUnused(names[who], words))
    return list(found.values())[:MOST_NAMED]


def kind_of(scene: Scene[Any], who: str) -> str:
    """Those who are made from one entry count together."""
    being: Any = scene.beings.get(who)
    return str(getattr(being.sheet, "kind", "") or who) if being is not None else who
