"""Features that help checks: Bard, Know It All, Prodigy.

vt.feature.support. What they give is the state Inspired; `skills.py` adds it. Stealth Guidance is in `hiding.py`, Lock
is in the game master's `check`.
"""

from __future__ import annotations

from collections.abc import Iterable

from ludex.core.kernel.action import Arg, first
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import BadInput, Refusal
from ludex.core.kernel.scene import Until
from ludex.core.kernel.toml import spelled
from ludex.core.master.calls import names
from ludex.games.vitality.book.action_types import STORY_MODE, action
from ludex.games.vitality.book.characters.features import feature
from ludex.games.vitality.book.characters.scores import tier
from ludex.games.vitality.book.conditions import afflict, hours
from ludex.games.vitality.book.health.rest import interrupt_rest, pass_time
from ludex.games.vitality.records.boon_effects import HelpsChecks
from ludex.games.vitality.state import UTILITY, Being, Scene

RULE = "vt.feature.support"
OTHERS, SELF = "others", "self"


def help_of(scene: Scene, name: str) -> HelpsChecks | None:
    """What a feature gives by being used, if it is one of these."""
    for effect in feature(scene, name).effects:
        if isinstance(effect, HelpsChecks) and effect.to in (OTHERS, SELF):
            return effect
    return None


def helping_features(scene: Scene, actor: Being, *chosen: Plain) -> list[Plain]:
    return [name for name in dict.fromkeys(actor.sheet.utility) if help_of(scene, name) is not None]


def how_many(scene: Scene, actor: Being, aid: HelpsChecks) -> int:
    """To how many at a time: Tier, or one."""
    return aid.count_tiers * tier(scene, actor) if aid.count_tiers else 1


def whom_to_help(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    """For others as many friends as may have it, then any one of them."""
    aid = help_of(scene, str(chosen[0]))
    if aid is None or aid.to == SELF:
        return ((),)
    friends = [ally.id for ally in scene.friends(actor) if not ally.beaten]
    most = min(how_many(scene, actor, aid), len(friends))
    return dict.fromkeys([tuple(friends[:most]), *[(name,) for name in friends]]) if most else ()


def topics(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    aid = help_of(scene, str(chosen[0]))
    return UTILITY if aid is not None and aid.to == SELF else ("",)


def may_help(scene: Scene, actor: Being) -> Refusal | None:
    return None if helping_features(scene, actor) else Refusal(f"{actor.name} has no feature that helps", RULE)


def fits_help(scene: Scene, actor: Being, feature: str, to: Plain, topic: str) -> Refusal | None:
    if not isinstance(topic, str):
        raise BadInput(f"help, topic: expected words, not {spelled(topic)}")
    if feature not in helping_features(scene, actor):
        return Refusal(f"{actor.name} has no such feature that helps", RULE)
    aid = help_of(scene, feature)
    assert aid is not None
    others = names(scene, to)
    if aid.to == SELF:
        if others:
            return Refusal("this helps nobody else", RULE)
        return None if topic else Refusal("what is studied has to be said", RULE)
    if topic:
        return Refusal("others choose the check themselves", RULE)
    if not others or len(others) > how_many(scene, actor, aid):
        return Refusal(f"expected 1 to {how_many(scene, actor, aid)} others", RULE)
    for name in others:
        ally = scene.beings[name]
        if ally is actor or ally.side != actor.side or ally.beaten or ally.is_wall:
            return Refusal(f"{ally.name} is no friend who is awake", RULE)
    return None


@action(
    "help", rule=RULE, modes=(STORY_MODE,), may=may_help, fits=fits_help, label="Help with a check",
    args=(
        Arg("feature", helping_features),
        Arg("to", whom_to_help, default=first(whom_to_help, ())),
        Arg("topic", topics, default=""),
    ),
    tags=("support", "task"),
)  # fmt: skip
async def help_with_check(scene: Scene, actor: Being, feature: str, to: Plain, topic: str) -> None:
    """Advice or a song for others, who declare it for one check; or study, which holds for its topic until a rest."""
    aid = help_of(scene, feature)
    if aid is None:
        return
    if aid.minutes:
        interrupt_rest(scene)
        pass_time(scene, aid.minutes)
    until = hours(aid.hours) if aid.hours else Until("rest")
    value = aid.tiers * tier(scene, actor)
    if aid.to == SELF:
        afflict(scene, actor, "Inspired", value=value, note=topic, until=until)
    for name in names(scene, to):
        afflict(scene, scene.beings[name], "Inspired", source=actor.id, value=value, note=feature, until=until)
    scene.record("helps", RULE, who=actor.id, feature=feature, to=to, topic=topic)
